import middy from '@middy/core';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { Edge } from '#shared/api/edge';
import { incomingFrom } from '#shared/api/incoming';
import type { Operation, Reply } from '#shared/api/operation';
import { asRefusal, renderDefect, renderRefusal, versionHeaders } from '#shared/api/render';
import { type Progress, serving } from '#shared/api/serve';
import { BASE_VERSION } from '#shared/versions/releases';

type Event = APIGatewayProxyEventV2;
type Result = APIGatewayProxyStructuredResultV2;

/** One Lambda for one group of endpoints: errors are caught in one place, every request leaves one line. */
export function apiGroup(edge: Edge, ...operations: readonly Operation[]) {
  const serve = serving(operations, edge);
  return middy<Event, Result>().handler(async (event) => {
    const incoming = incomingFrom(event);
    const progress: Progress = {
      version: BASE_VERSION,
      operation: `${incoming.method} (no endpoint)`,
      userId: undefined,
    };
    const startedAt = edge.clock.now();
    const { reply, defect } = await settled(() => serve(incoming, progress));
    edge.log({
      message: 'request',
      requestId: incoming.requestId,
      ...progress,
      status: reply.status,
      durationMs: edge.clock.now() - startedAt,
      ...(defect !== undefined && { defect }),
    });
    return asResult(reply, { ...versionHeaders(progress.version, edge.baseUrl), 'x-request-id': incoming.requestId });
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

/** Name and place of a defect. Its message stays out: it may quote what a client sent. */
function whereOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return typeof thrown;
  const frames = (thrown.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return [thrown.name, ...frames.slice(0, 6).map((line) => line.trim())].join(' ');
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
    body: contentType ? String(body) : JSON.stringify(body),
  };
}
