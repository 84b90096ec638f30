import { accountPages } from '#functions/pages/account/index';
import { liveSocket } from '#functions/sockets/live/index';
import { failTable, OUTAGES, type Outage } from '#test/support/aws-outage';
import { describe, expect, it } from '#test/support/jest';
import { aLiveCall, knowsLiveTickets } from '#test/support/live-call';
import { aBrowser, aPageWorld } from '#test/support/pages';
import { aProvider, aUserPool } from '../account-pages/account-world.ts';
import { anOffice } from '../app-pages/an-office.ts';
import { anAgentsOffice } from '../connector/an-agents-office.ts';
import { anAgent } from '../oauth-pages/an-agent.ts';

const EACH = Object.keys(OUTAGES) as Outage[];

describe('an AWS service that fails', () => {
  it.each(EACH)('is a page with 503 and Retry-After, with its place in the log: %s', async (outage) => {
    const { ownersBrowser, world } = await anOffice();
    const browser = await ownersBrowser();
    failTable(world.dynamo, outage);

    const page = await browser.get('/app');

    expect([page.status, page.heading]).toEqual([503, 'Temporarily unavailable']);
    expect(Number(page.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(world.pageLog.at(-1)).toMatchObject({ status: 503 });
  });

  it('has its name and place in the log line of a page, without its message', async () => {
    const { ownersBrowser, world } = await anOffice();
    const browser = await ownersBrowser();
    failTable(world.dynamo, 'a missing right');

    await browser.get('/app');

    const { defect } = world.pageLog.at(-1) ?? {};
    expect(defect).toMatch(/^AccessDeniedException at /);
    expect(defect).not.toContain('Made by the test');
  });

  it.each(EACH)('at sign-up is a page with 503 and makes no account: %s', async (outage) => {
    const world = aPageWorld();
    const { accounts } = aUserPool();
    const signUp = async () => Promise.reject(OUTAGES[outage]());
    const app = accountPages(world.pages, {
      provider: aProvider().provider,
      accounts: { ...accounts, signUp },
      isLocal: false,
      isOpen: true,
    });
    const browser = aBrowser(app);
    await browser.get('/sign-up');

    const page = await browser.submit('/sign-up', { email: 'ada@acme.test', password: 'a long enough Passw0rd!' });

    expect([page.status, page.headers.get('retry-after')]).toEqual([503, '5']);
  });

  it.each(EACH)('at the token endpoint is the 503 of OAuth: %s', async (outage) => {
    const agent = await anAgent();
    const clientId = await agent.clientId();
    failTable(agent.world.dynamo, outage);

    const answer = await agent.refresh(clientId, 'a-token');

    expect([answer.status, await answer.json()]).toEqual([
      503,
      expect.objectContaining({ error: 'temporarily_unavailable' }),
    ]);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  });

  it.each(EACH)('at the connector is a 503 of JSON-RPC: %s', async (outage) => {
    const { owner, world, anAgentOf, post } = await anAgentsOffice();
    const { token } = await anAgentOf(owner.userId);
    failTable(world.dynamo, outage);

    const answer = await post({ token });

    expect([answer.status, await answer.json()]).toMatchObject([503, { jsonrpc: '2.0', error: { code: -32_000 } }]);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  });

  it.each(EACH)('at the upgrade of a live transcript is a 503, and the reader is not kept: %s', async (outage) => {
    const { ticket, socketOf, rows, close } = await readingWith(async () => Promise.reject(OUTAGES[outage]()));

    const answered = await socketOf(ticket);
    await close();

    expect(answered).toEqual({ statusCode: 503 });
    expect(rows()).toEqual([]);
  });
});

/** A socket whose queue sends so, with the ticket of a reader. */
async function readingWith(send: () => Promise<never>) {
  const call = await aLiveCall();
  const { body } = await call.ticket();
  const socket = liveSocket(call.context, {
    ...{ queue: { send }, isLiveTicket: knowsLiveTickets(call.context), stage: 'test', log: () => undefined },
  });
  const { ticket } = Object.fromEntries(new URL(body.url).searchParams);
  return {
    ticket,
    close: () => call.gateway.close(),
    socketOf: (text: string | undefined) =>
      socket({
        requestContext: { eventType: 'CONNECT', connectionId: 'one' },
        queryStringParameters: { ticket: text },
      } as never),
    rows: () => call.world.dynamo.items().filter((row) => JSON.stringify(row).includes('"one"')),
  };
}
