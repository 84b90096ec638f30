import middy from '@middy/core';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { Edge, OpenEdge } from '#shared/http/edge';
import type { Operation, Reply } from '#shared/http/operation';
import { type Incoming, incomingFrom } from '#shared/http/request/incoming';
import { versionBeforeTheKey } from '#shared/http/request/read-headers';
import { asRefusal, renderDefect, renderRefusal, versionHeaders } from '#shared/http/response/render';
import { type Progress, serving, servingOpenly } from '#shared/http/serve';

type Event = APIGatewayProxyEventV2;
type Result = APIGatewayProxyStructuredResultV2;

/** One Lambda for one group of endpoints. */
export const apiGroup = (edge: Edge, ...operations: readonly Operation[]) => answering(edge, serving(operations, edge));

/** The same for endpoints that ask for no key. */
export const openGroup = (edge: OpenEdge, ...operations: readonly Operation[]) =>
  answering(edge, servingOpenly(operations, edge));

/** Turns events of the gateway into answers: errors are caught in one place, every request leaves one line. */
export function answering(edge: OpenEdge, serve: (incoming: Incoming, progress: Progress) => Promise<Reply>) {
  return middy<Event, Result>().handler(async (event) => {
    const incoming = incomingFrom(event);
    const progress: Progress = {
      version: versionBeforeTheKey(incoming.headers['service-version']),
      operation: `${METHODS.includes(incoming.method) ? incoming.method : 'another method'} (no endpoint)`,
      userId: undefined,
    };
    const startedAt = edge.clock.now();
    const { reply, defect } = await settled(() => serve(incoming, progress));
    const { deprecated, ...known } = progress;
    edge.log({
      message: 'request',
      requestId: incoming.requestId,
      ...known,
      status: reply.status,
      durationMs: edge.clock.now() - startedAt,
      ...(defect !== undefined && { defect }),
    });
    return asResult(reply, {
      ...versionHeaders(known.version, edge.baseUrl, deprecated),
      'x-request-id': incoming.requestId,
    });
  });
}

interface Settled {
  readonly reply: Reply;
  readonly defect?: string;
}

async function settled(serve: () => Promise<Reply>): Promise<Settled> {
  try {
    return { reply: await serve() };
  } catch (thrown) {
    const refusal = asRefusal(thrown);
    return refusal ? { reply: renderRefusal(refusal) } : { reply: renderDefect(), defect: whereOf(thrown) };
  }
}

/** A method is written by the caller: any other word stays out of the log. */
const METHODS: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** Name and place of a defect. Its message stays out, lines of it that look like a place too: it may quote what a client sent. */
function whereOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return typeof thrown;
  const { name, message, stack = '' } = thrown;
  const start = stack.indexOf(message);
  const frames =
    start < 0
      ? []
      : stack
          .slice(start + message.length)
          .split('\n')
          .slice(1);
  return [name, ...frames.slice(0, 6).map((line) => line.trim())].join(' ');
}

function asResult({ status, body, headers, contentType }: Reply, shared: Readonly<Record<string, string>>): Result {
  return {
    statusCode: status,
    headers: {
      'content-type': contentType ?? 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      ...shared,
      ...headers,
    },
    ...written(body, contentType),
  };
}

/** Bytes travel in base64; the gateway turns them back. */
function written(body: unknown, contentType: string | undefined): Pick<Result, 'body' | 'isBase64Encoded'> {
  if (body instanceof Uint8Array) return { body: Buffer.from(body).toString('base64'), isBase64Encoded: true };
  return { body: contentType ? String(body) : JSON.stringify(body) };
}
