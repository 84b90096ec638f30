import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { verifySignature } from '#shared/webhooks/signing/signature';

export interface ReceivedWebhook {
  readonly id: string;
  readonly type: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look at resources of every kind
  readonly object: any;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly at: number;
  readonly timestamp: number;
  readonly genuine: boolean;
  readonly answered: number;
}

/** A webhook receiver on loopback: verifies and records requests, and responds with the given statuses. */
export async function aReceiver(answer: (attempt: number) => number | Promise<number> = () => 204) {
  const received: ReceivedWebhook[] = [];
  const attempts = new Map<string, number>();
  let secret = '';
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const event = JSON.parse(body.toString('utf8'));
    const attempt = (attempts.get(event.id) ?? 0) + 1;
    attempts.set(event.id, attempt);
    const at = Date.now();
    const status = await answer(attempt);
    const signature = String(request.headers['x-service-signature']);
    const verdict = verifySignature({ secret, signature, body, now: at / 1000 });
    const plain = createHmac('sha256', secret).update(body).digest('hex');
    received.push({
      id: event.id,
      type: event.type,
      object: event.data.object,
      headers: request.headers,
      body: body.toString('utf8'),
      at,
      timestamp: Number(/t=(\d+)/.exec(signature)?.[1]),
      genuine: verdict === 'genuine' && request.headers['x-webhook-signature'] === `sha256=${plain}`,
      answered: status,
    });
    response.writeHead(status).end();
  });
  // An idle connection stays open: an attempt must not fail because it is being closed.
  server.keepAliveTimeout = 0;
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hooks`,
    received,
    trust: (whsec: string) => {
      secret = whsec;
    },
    close: async () => {
      const closed = new Promise<void>((done) => server.close(() => done()));
      // A connection that was in use a moment ago would be kept open without a limit.
      server.closeAllConnections();
      await closed;
    },
  };
}
