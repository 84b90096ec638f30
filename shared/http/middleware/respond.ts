import type { Reply } from '#shared/http/endpoint';
import type { HttpContext } from '#shared/http/ports/app-context';
import { versionHeaders } from '#shared/http/response/render';
import { answerAsOf } from '#shared/versions/chain';
import { releases } from '#shared/versions/releases';
import { type Exchange, type HttpMiddleware, type Result, set } from './exchange.ts';

/** Turns the reply into the gateway's answer, in the shape of the caller's version and with the headers of every answer. */
export function respond(context: HttpContext): HttpMiddleware {
  const answer: HttpMiddleware['after'] = (request) => {
    const { exchange } = request.context;
    request.response = resultOf(set(exchange.reply), exchange, context);
  };
  return { after: answer, onError: answer };
}

function resultOf(reply: Reply, exchange: Exchange, { baseUrl, server }: HttpContext): Result {
  const { status, headers, contentType } = reply;
  const { version, deprecated, incoming } = exchange;
  return {
    statusCode: status,
    headers: {
      'content-type': contentType ?? 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      ...versionHeaders(version, baseUrl, deprecated),
      'x-request-id': incoming.requestId,
      ...headers,
    },
    ...written(reply.isRefusal || contentType ? reply.body : answerAsOf(version, releases, reply.body, server), reply),
  };
}

/** Bytes travel in base64; the gateway turns them back. */
function written(body: unknown, { contentType }: Reply): Pick<Result, 'body' | 'isBase64Encoded'> {
  if (body instanceof Uint8Array) return { body: Buffer.from(body).toString('base64'), isBase64Encoded: true };
  return { body: contentType ? String(body) : JSON.stringify(body) };
}
