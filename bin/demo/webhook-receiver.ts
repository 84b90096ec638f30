import { createHmac, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import * as v from 'valibot';
import { type WebhookEvent, WebhookEventSchema } from '#bin/demo/api-schemas';
import { verifySignature } from '#shared/webhooks/signing/signature';

export interface WebhookReceiver {
  readonly url: string;
  /** Sets the secret of the endpoint. Without it every request is answered with 401. */
  readonly setSecret: (secret: string) => void;
  readonly counts: Readonly<ReceiverCounts>;
  readonly close: () => Promise<void>;
}

export interface ReceiverCounts {
  requests: number;
  /** Requests with two valid signatures. */
  verified: number;
  /** Requests with an event that was received before. */
  duplicates: number;
}

/**
 * A webhook receiver on 127.0.0.1, as partners would write it: verifies both signatures on the raw body, drops
 * duplicates by event id, and answers 204, or 401 for an invalid signature.
 */
export async function openReceiver(onEvent: (event: WebhookEvent) => void): Promise<WebhookReceiver> {
  const counts: ReceiverCounts = { requests: 0, verified: 0, duplicates: 0 };
  const seen = new Set<string>();
  let secret: string | undefined;

  const receive = (headers: IncomingHttpHeaders, body: Buffer): number => {
    counts.requests += 1;
    if (secret === undefined || !isVerified(headers, body, secret)) return 401;
    counts.verified += 1;
    const event = v.safeParse(v.pipe(v.string(), v.parseJson(), WebhookEventSchema), body.toString('utf8'));
    // Unknown kinds of events are acknowledged and ignored.
    if (!event.success) return 204;
    if (seen.has(event.output.id)) counts.duplicates += 1;
    else onEvent(event.output);
    seen.add(event.output.id);
    return 204;
  };
  const server = createServer((request, response) => {
    buffer(request).then(
      (body) => response.writeHead(receive(request.headers, body)).end(),
      () => response.destroy(),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`,
    setSecret: (endpointSecret) => {
      secret = endpointSecret;
    },
    counts,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function isVerified(headers: IncomingHttpHeaders, body: Buffer, secret: string): boolean {
  const signature = headerOf(headers, 'x-service-signature');
  const now = Math.floor(Date.now() / 1000);
  const verdict = verifySignature({ secret, signature, body, now });
  return verdict === 'genuine' && isBodySignature(headerOf(headers, 'x-webhook-signature') ?? '', body, secret);
}

/** The simple signature, of the body without a timestamp. */
function isBodySignature(signature: string, body: Buffer, secret: string): boolean {
  const expected = Buffer.from(`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`);
  const received = Buffer.from(signature);
  return received.length === expected.length && timingSafeEqual(received, expected);
}

const headerOf = (headers: IncomingHttpHeaders, name: string): string | undefined => [headers[name]].flat()[0];
