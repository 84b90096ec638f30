import { describe, expect, it } from '#test/support/jest';
import { APP_URL } from '#test/support/pages';
import { anAgent, REDIRECT } from './an-agent.ts';

const ORIGIN = 'https://agent.test';
const FOR_CLIENTS = [
  ['GET', '/.well-known/oauth-authorization-server'],
  ['GET', '/.well-known/oauth-protected-resource/mcp'],
  ['POST', '/oauth/register'],
  ['POST', '/oauth/token'],
  ['POST', '/oauth/revoke'],
] as const;

/** An agent in a page of another origin. */
async function aBrowserAgent() {
  const agent = await anAgent({ limits: { agent_registrations: 1 } });
  const request = (method: string, path: string, init: RequestInit & { headers?: Record<string, string> } = {}) =>
    agent.app.request(`${APP_URL}${path}`, { method, ...init, headers: { origin: ORIGIN, ...init.headers } });
  return { ...agent, request };
}

describe('an agent in a page of another origin', () => {
  it.each(FOR_CLIENTS)('204: may send %s %s, with the headers that it asks for', async (method, path) => {
    const { request } = await aBrowserAgent();
    const asked = { 'access-control-request-method': method, 'access-control-request-headers': 'mcp-protocol-version' };

    const { status, headers } = await request('OPTIONS', path, { headers: asked });

    expect([status, headers.get('access-control-allow-origin')]).toEqual([204, '*']);
    expect(headers.get('access-control-allow-methods')).toBe(method);
    expect(headers.get('access-control-allow-headers')).toBe('mcp-protocol-version');
    expect(headers.has('access-control-allow-credentials')).toBe(false);
  });

  it.each(FOR_CLIENTS)('reads the response to %s %s, one that refuses too', async (method, path) => {
    const { request } = await aBrowserAgent();
    const body = method === 'POST' ? { body: 'x'.repeat(17_000) } : {};

    const { status, headers } = await request(method, path, body);

    expect([status, headers.get('access-control-allow-origin')]).toEqual([method === 'POST' ? 413 : 200, '*']);
  });

  it('registers, and reads when to try again', async () => {
    const { request } = await aBrowserAgent();
    const register = () =>
      request('POST', '/oauth/register', {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ redirect_uris: [REDIRECT] }),
      });
    const answers = [await register(), await register()];

    expect(answers.map(({ status }) => status)).toEqual([201, 429]);
    for (const { headers } of answers) {
      expect(headers.get('access-control-allow-origin')).toBe('*');
      expect(headers.get('access-control-expose-headers')).toContain('Retry-After');
    }
  });

  it.each(['/oauth/authorize', '/oauth/consent/x'])('gets no leave for %s, which a browser visits', async (path) => {
    const { request } = await aBrowserAgent();

    const answers = [
      await request('OPTIONS', path, { headers: { 'access-control-request-method': 'GET' } }),
      await request('GET', path),
    ];

    expect(answers.map(({ headers }) => headers.has('access-control-allow-origin'))).toEqual([false, false]);
  });
});
