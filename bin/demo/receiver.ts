import { createHmac, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as v from 'valibot';
import { EventAnswer } from '#bin/demo/answers';
import { verifySignature } from '#shared/webhooks/signing/verify-signature';

export interface Receiver {
  readonly url: string;
  /** What the signatures are keyed with; before it is known nothing is believed. */
  readonly trust: (secret: string) => void;
  /** What has arrived up to now. */
  readonly tally: Readonly<Tally>;
  readonly close: () => Promise<void>;
}

export interface Tally {
  requests: number;
  /** Requests on which both signatures held. */
  verified: number;
  /** Requests that brought an event seen before. */
  duplicates: number;
}

const PATH = '/webhooks';

/**
 * Listens on 127.0.0.1 as a customer's receiver would: verifies both signatures on the raw bytes, drops what it has
 * seen, hands on the rest, and answers 204; 401 to what is not genuine.
 */
export async function openReceiver(onEvent: (event: EventAnswer) => void): Promise<Receiver> {
  const tally: Tally = { requests: 0, verified: 0, duplicates: 0 };
  const seen = new Set<string>();
  let secret: string | undefined;

  /** The status to answer with. */
  const judge = ({ headers }: IncomingMessage, body: Buffer): number => {
    tally.requests += 1;
    if (secret === undefined || !isGenuine(headers, body, secret)) return 401;
    tally.verified += 1;
    const event = eventIn(body);
    if (event && seen.has(event.id)) tally.duplicates += 1;
    else if (event) onEvent(event);
    if (event) seen.add(event.id);
    return 204;
  };
  const server = createServer((request, response) => {
    bodyOf(request).then(
      (body) => response.writeHead(judge(request, body)).end(),
      () => response.destroy(),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${PATH}`,
    trust: (given) => {
      secret = given;
    },
    tally,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts);
}

function isGenuine(headers: IncomingHttpHeaders, body: Buffer, secret: string): boolean {
  const signature = single(headers['x-service-signature']);
  const now = Math.floor(Date.now() / 1000);
  const isFresh = verifySignature({ secret, signature, body, now }) === 'genuine';
  return isFresh && isSignedBody(single(headers['x-webhook-signature']) ?? '', body, secret);
}

/** The plain one, over the body alone. */
function isSignedBody(signature: string, body: Buffer, secret: string): boolean {
  const expected = Buffer.from(`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`);
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

const single = (header: string | readonly string[] | undefined): string | undefined =>
  typeof header === 'string' ? header : header?.[0];

/** Undefined for what the demo does not know: acknowledged, as receivers must, and passed over. */
function eventIn(body: Buffer): EventAnswer | undefined {
  const read = v.safeParse(EventAnswer, jsonIn(body));
  return read.success ? read.output : undefined;
}

function jsonIn(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}
