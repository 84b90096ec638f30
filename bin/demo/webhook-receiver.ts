import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import * as v from 'valibot';
import { type WebhookEvent, WebhookEventSchema } from '#bin/demo/api-schemas';
import type { VerifyWebhook } from '#bin/demo/client';

export interface WebhookReceiver {
  readonly url: string;
  /** Sets the secret of the endpoint. Without it every request is answered with 401. */
  readonly setSecret: (secret: string) => void;
  readonly counts: Readonly<ReceiverCounts>;
  readonly close: () => Promise<void>;
}

export interface ReceiverCounts {
  requests: number;
  /** Requests with a valid signature. */
  verified: number;
  /** Requests with an event that was received before. */
  duplicates: number;
}

/**
 * A webhook receiver on 127.0.0.1, as partners would write it: verifies the signature on the raw body with the client,
 * drops duplicates by event id, and answers 204, or 401 for an invalid signature.
 */
export async function openReceiver(
  verifyWebhook: VerifyWebhook,
  onEvent: (event: WebhookEvent) => void,
): Promise<WebhookReceiver> {
  const counts: ReceiverCounts = { requests: 0, verified: 0, duplicates: 0 };
  const seen = new Set<string>();
  let secret: string | undefined;

  const receive = (headers: IncomingHttpHeaders, body: Buffer): number => {
    counts.requests += 1;
    const verified = secret === undefined ? undefined : verifyWebhook(body, headers, secret);
    if (verified === undefined) return 401;
    counts.verified += 1;
    const event = v.safeParse(WebhookEventSchema, verified);
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
