import { appPages } from '#functions/pages/app/index';
import { newSession } from '#shared/accounts/identity/rules/session';
import { newSecret } from '#shared/api/page-kit/cookies';
import { answering } from '#shared/wiring/pages';
import { describe, expect, it } from '#test/support/jest';
import { withRole } from '#test/support/pages';
import { anAgentsOffice } from '../connector/an-agents-office.ts';

/** Pages and connector of a deployment that refuses the first megabyte that it counts, as their functions answer. */
async function anAttackedOffice() {
  const office = await anAgentsOffice({ limits: { work_bytes: 500_000 } });
  const { world, owner, clock } = { ...office, clock: office.world.clock };
  const { pages } = withRole(world, 'pages/app');
  const app = appPages({ ...pages, files: world.files });
  const answerPage = answering(app, pages);
  const answerAgent = answering(office.connector, office.ofConnector);
  const secret = newSecret(pages.randomBytes);
  await world.pages.kit.sessions.keep(secret, newSession(owner.userId, clock.now()));
  const { token } = await office.anAgentOf(owner.userId);
  const call = JSON.stringify({
    ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
    params: { name: 'list_meetings', arguments: { workspace_id: owner.workspaceId } },
  });
  return {
    page: () => answerPage(anEvent('GET', office.path('meetings'), { cookie: `__Host-session=${secret}` })),
    agent: () => answerAgent(anEvent('POST', '/mcp', { ...AGENT, authorization: `Bearer ${token}` }, call)),
  };
}

const AGENT = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

const anEvent = (method: string, path: string, headers: Readonly<Record<string, string>>, body: string | null = null) =>
  ({
    ...{
      version: '2.0',
      routeKey: '$default',
      rawPath: path,
      rawQueryString: '',
      headers,
      body,
      isBase64Encoded: false,
    },
    cookies: headers['cookie'] === undefined ? [] : [headers['cookie']],
    requestContext: { http: { method, sourceIp: '203.0.113.9' }, requestId: 'req-1', domainName: 'app.example.test' },
  }) as never;

describe('the limit of what requests of one user read and answer', () => {
  it.each(['page', 'agent'] as const)('429: of every %s, too', async (of) => {
    const office = await anAttackedOffice();
    const statuses: number[] = [];
    while (statuses.at(-1) !== 429 && statuses.length < 59) statuses.push((await office[of]()).statusCode);

    const refused = await office[of]();

    expect([statuses[0], statuses.at(-1), statuses.length > 10]).toEqual([200, 429, true]);
    expect(refused).toMatchObject({ statusCode: 429, headers: { 'retry-after': '60' } });
  });
});
