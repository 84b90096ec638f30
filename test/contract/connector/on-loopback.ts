import type { IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { aServer } from '#test/support/a-server';
import { APP_URL } from '#test/support/pages';

interface App {
  request(url: string, init: RequestInit): Response | Promise<Response>;
}

/**
 * Serves pages on loopback in the place of the gateway: its origin is that of the pages, and requests without a token get
 * `token`, for programs that cannot send one.
 */
export async function onLoopback(app: App, token: string) {
  const server = await aServer(async (request, response) => {
    const answer = await app.request(`${APP_URL}${request.url}`, {
      method: request.method ?? 'GET',
      headers: headersOf(request, token),
      ...(request.method === 'POST' && { body: await buffer(request) }),
    });
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    response.end(Buffer.from(await answer.arrayBuffer()));
  });
  return server;
}

function headersOf({ headers, headersDistinct }: IncomingMessage, token: string): Headers {
  const sent = new Headers({ authorization: `Bearer ${token}` });
  for (const [name, values = []] of Object.entries(headersDistinct)) sent.set(name, values.join(', '));
  if (headers.origin === `http://${headers.host}` && headers.host?.startsWith('127.0.0.1:'))
    sent.set('origin', APP_URL);
  return sent;
}
