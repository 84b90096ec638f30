import { randomBytes } from 'node:crypto';
import { connectorApp } from '#functions/mcp/connector/index';
import { accessTokens } from '#shared/accounts/oauth/access-tokens';
import { agentWrites, newAgent } from '#shared/accounts/oauth/agents-store';
import { modelsOf } from '#shared/accounts/oauth/models-store';
import { MEETINGS_READ } from '#shared/accounts/oauth/scopes';
import type { AppContext } from '#shared/api/http/ports';
import type { UserId } from '#shared/foundation/core/ids';
import { engineOver } from '#test/support/an-engine';
import { APP_URL, withRole } from '#test/support/pages';
import { anOffice } from '../app-pages/an-office.ts';

const RESOURCE = `${APP_URL}/mcp`;
/** Longer than the clock of a test and that of the machine, which the protocol's library reads, are apart. */
const LIFE_SECONDS = 10 * 365 * 86_400;

interface Sent {
  readonly token?: string;
  readonly method?: string;
  readonly params?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An office with agents of its users, as the authorization server leaves them, and the connector with its role. */
export async function anAgentsOffice(overrides: Partial<AppContext> = {}) {
  const office = await anOffice(overrides);
  const { world } = office;
  const { context, clock } = world;
  const { keys, pages } = withRole(world, 'mcp/connector', overrides);
  const app = connectorApp({
    ...pages,
    files: world.files,
    searchEngine: engineOver(world.files),
    accessTokens: accessTokens({ clock, resource: RESOURCE }),
  });

  const post = async ({ token, method = 'tools/list', params = {}, headers = {} }: Sent) => {
    const sent = {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...headers,
    };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    return app.request(RESOURCE, { method: 'POST', headers: sent, body });
  };
  /** Of JSON-RPC: a result or an error. */
  const responseOf = async (sent: Sent) => {
    const text = await (await post(sent)).text();
    // A client of the protocol before 2026-07-28 gets an event stream of one message.
    return JSON.parse(/^data: (.+)$/m.exec(text)?.[1] ?? text);
  };
  const resultOf = async (sent: Sent) => (await responseOf(sent)).result;

  return {
    ...office,
    ...{ keys, post, responseOf, resultOf, connector: app, ofConnector: pages },
    /** The id of an agent that a user connected, with its access token. */
    async anAgentOf(userId: UserId, { audience = RESOURCE, lifeSeconds = LIFE_SECONDS } = {}) {
      const random = randomBytes(8).toString('hex');
      const agent = newAgent(
        { userId, clientId: 'notes', name: 'Notes', redirectHost: 'agent.test', scopes: [MEETINGS_READ] },
        { now: clock.now(), random },
      );
      await context.table.transact(agentWrites(agent, false));
      const token = randomBytes(24).toString('base64url');
      const exp = Math.floor(Date.now() / 1000) + lifeSeconds;
      const model = { grantId: agent.id, clientId: 'notes', aud: audience, scope: MEETINGS_READ, exp };
      await modelsOf({ table: context.table, clock }, 'AccessToken').save(token, model, LIFE_SECONDS);
      return { id: agent.id, token };
    },
    call: (token: string, name: string, given: object = {}) =>
      resultOf({ token, method: 'tools/call', params: { name, arguments: given } }),
  };
}
