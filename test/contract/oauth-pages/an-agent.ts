import { createHash } from 'node:crypto';
import { oauthPages } from '#functions/pages/oauth/index';
import { OWN_KEYS } from '#lib/table-access';
import { accessTokens } from '#shared/accounts/oauth/access-tokens';
import type { LimitOverrides } from '#shared/foundation/core/limits';
import type { Instant } from '#shared/foundation/core/time';
import { useFactory } from '#shared/foundation/core/uses';
import { commandContext } from '#shared/wiring/command-context';
import { withKit } from '#shared/wiring/pages';
import { keyRecorder } from '#test/doubles/aws/key-recorder';
import { tableOver } from '#test/doubles/dynamodb/table-over';
import { APP_URL, aPageWorld } from '#test/support/pages';

export const REDIRECT = 'https://agent.test/callback';
export const RESOURCE = `${APP_URL}/mcp`;
const VERIFIER = 'a'.repeat(64);

/** The members of a JSON response that the tests read. */
export type Json = Readonly<Record<string, string>>;
export const jsonOf = async (response: Response | Promise<Response>): Promise<Json> =>
  (await (await response).json()) as Json;

interface Options {
  readonly limits?: LimitOverrides;
  readonly fetchDocument?: (request: Request) => Promise<Response>;
}

/** A user, and an agent that speaks OAuth to the pages; the library reads the time of the machine, so the clock has it too. */
export async function anAgent({
  limits = {},
  fetchDocument = async () => new Response(null, { status: 403 }),
}: Options = {}) {
  const world = aPageWorld({ useOf: useFactory(limits) });
  world.clock.set(Date.now() as Instant);
  const { workspaceId } = await world.anOwner('Acme');
  const user = await world.aColleague(workspaceId, 'admin');
  const keys = keyRecorder(OWN_KEYS['pages/oauth']);
  const table = tableOver(keys.watch(world.dynamo));
  const { appUrl, log } = world.pages.kit;
  const pages = withKit({ ...world.context, table }, { appUrl, log });
  const { limitCounter, changes } = commandContext({ ...world.context, table });
  const app = oauthPages({ ...pages, limitCounter, changes, fetchDocument });

  const cookies = new Map<string, string>();
  /** A browser that is signed in, with the cookies of the authorization. */
  const send = async (
    path: string,
    init: RequestInit & { headers?: Record<string, string> } = {},
    sourceIp = '192.0.2.1',
  ) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const url = path.startsWith('http') ? path : `${APP_URL}${path}`;
    const response = await app.request(
      url,
      { ...init, headers: { ...(cookie && { cookie }), ...init.headers } },
      { requestContext: { http: { sourceIp } } },
    );
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
    }
    return response;
  };
  const form = (path: string, fields: Readonly<Record<string, string>>) =>
    app.request(`${APP_URL}${path}`, { method: 'POST', body: new URLSearchParams(fields) });

  const agent = {
    ...{ world, user, keys, app, cookies, send, form },
    signIn: async () => {
      const secret = 'S'.repeat(43);
      const now = world.clock.now();
      await world.pages.kit.sessions.keep(secret, {
        ...{ userId: user.userId, createdAt: now, endsAt: (now + 3_600_000) as Instant },
      });
      cookies.set('__Host-session', secret);
    },
    register: (metadata: unknown = { redirect_uris: [REDIRECT], client_name: 'Notes' }, sourceIp = '192.0.2.1') =>
      app.request(
        `${APP_URL}/oauth/register`,
        { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(metadata) },
        { requestContext: { http: { sourceIp } } },
      ),
    clientId: async (): Promise<string> => (await jsonOf(agent.register()))['client_id'] ?? '',
    authorize: (
      client_id: string,
      more: Readonly<Record<string, string>> = {},
      headers: Readonly<Record<string, string>> = {},
      sourceIp = '192.0.2.1',
    ) =>
      send(
        `/oauth/authorize?${new URLSearchParams({
          ...{ client_id, response_type: 'code', redirect_uri: REDIRECT, state: 'round 7', resource: RESOURCE },
          code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
          ...{ code_challenge_method: 'S256', ...more },
        })}`,
        { headers },
        sourceIp,
      ),
    /** Presses a button of the consent page. */
    press: async (consent: string, decision: 'allow' | 'deny', headers: Readonly<Record<string, string>> = {}) => {
      const page = await (await send(consent)).text();
      const token = /name="_token" value="([^"]*)"/.exec(page)?.[1] ?? '';
      const decided = await send(consent, {
        method: 'POST',
        body: new URLSearchParams({ _token: token, decision }).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin', ...headers },
      });
      return { status: decided.status, location: decided.headers.get('location') ?? '' };
    },
    /** The same, and on to where the agent is called back. */
    decide: async (consent: string, decision: 'allow' | 'deny' = 'allow') => {
      const back = await send((await agent.press(consent, decision)).location);
      return new URL(back.headers.get('location') ?? 'none:');
    },
    exchange: (client_id: string, code: string) =>
      form('/oauth/token', {
        ...{ grant_type: 'authorization_code', client_id, code, redirect_uri: REDIRECT },
        ...{ code_verifier: VERIFIER, resource: RESOURCE },
      }),
    refresh: (client_id: string, refresh_token: string) =>
      form('/oauth/token', { grant_type: 'refresh_token', client_id, refresh_token }),
    read: (token: string) => accessTokens({ clock: world.clock, resource: RESOURCE }).read(world.context.table, token),
    /** The whole dance up to the tokens. */
    connect: async () => {
      await agent.signIn();
      const clientId = await agent.clientId();
      const consent = (await agent.authorize(clientId)).headers.get('location') ?? '';
      const code = (await agent.decide(consent)).searchParams.get('code') ?? '';
      const tokens = await jsonOf(agent.exchange(clientId, code));
      return { clientId, code, access: tokens['access_token'] ?? '', refresh: tokens['refresh_token'] ?? '' };
    },
  };
  return agent;
}
