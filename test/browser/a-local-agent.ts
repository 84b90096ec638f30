import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { stackClient } from '#test/integration/stack-client';

const { app_url } = stackClient();
const VERIFIER = 'v'.repeat(64);

/** An agent on the user's own machine, which is called back on loopback. */
export async function aLocalAgent() {
  const server = createServer((_, response) => response.end('Connected'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const redirect_uri = `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`;
  const registered = await fetch(`${app_url}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_name: 'Desk notes', redirect_uris: [redirect_uri] }),
  });
  const { client_id } = (await registered.json()) as { readonly client_id: string };
  const query = new URLSearchParams({
    ...{ client_id, redirect_uri, response_type: 'code', state: 'desk', resource: `${app_url}/mcp` },
    code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
    code_challenge_method: 'S256',
  });
  const exchange = (code: string) =>
    fetch(`${app_url}/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({
        ...{ grant_type: 'authorization_code', client_id, code, redirect_uri, code_verifier: VERIFIER },
      }),
    });
  return { redirect_uri, exchange, authorize: `${app_url}/oauth/authorize?${query}`, close: () => server.close() };
}
