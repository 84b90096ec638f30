import { keyIdOf } from '#shared/accounts/identity/rules/credential';
import type { HttpContext } from '#shared/api/http/ports';
import { isAwsError } from '#shared/foundation/core/error-name';
import { isLambdaResponse } from '#shared/foundation/core/lambda-response';
import { incomingFrom } from '#shared/foundation/http/request/incoming';
import { versionBeforeAuthentication } from '#shared/foundation/http/request/read-headers';
import { asRefusal, renderDefect, renderRefusal, versionHeaders } from '#shared/foundation/http/response/render';
import type { Reply } from '#shared/foundation/http/response/reply';
import { answerAsOf } from '#shared/foundation/versions/chain';
import { releases } from '#shared/foundation/versions/releases';
import { type Exchange, type HttpMiddleware, type Result, required } from './exchange.ts';

/** First: begins the exchange, and leaves one line in the log for each request, whatever comes of it. */
export function requestLog({ clock, log, proxies = 0 }: HttpContext): HttpMiddleware {
  const write: HttpMiddleware['after'] = ({ context: { exchange } }) => {
    const { incoming, operation, version, userId, prefetched, startedAt, defect, reply } = exchange;
    log({
      message: 'request',
      requestId: incoming.requestId,
      operation,
      version,
      userId,
      ...(prefetched && { keyId: keyIdOf(prefetched.claim.digest) }),
      addressHash: incoming.address,
      status: required(reply).status,
      durationMs: clock.now() - startedAt,
      ...(defect !== undefined && { defect }),
    });
  };
  return {
    before({ event, context }) {
      const incoming = incomingFrom(event, proxies);
      context.exchange = {
        incoming,
        startedAt: clock.now(),
        operation: `${METHODS.includes(incoming.method) ? incoming.method : 'another method'} (no endpoint)`,
        version: versionBeforeAuthentication(incoming.headers['service-version']),
        userId: undefined,
      };
    },
    after: write,
    onError: write,
  };
}

/** A method is written by the caller: any other word stays out of the log. */
const METHODS: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/**
 * Turns the reply into the gateway's answer, in the shape of the caller's version and with the headers of every answer.
 */
export function respond(context: HttpContext): HttpMiddleware {
  const answer: HttpMiddleware['after'] = (request) => {
    const { exchange } = request.context;
    const result = resultOf(required(exchange.reply), exchange, context);
    request.response = isLambdaResponse(result) ? result : tooLarge(exchange, context);
  };
  return { after: answer, onError: answer };
}

/** In place of a response that Lambda would refuse: its error names no operation, and the gateway's no request. */
function tooLarge(exchange: Exchange, context: HttpContext): Result {
  exchange.defect = 'ResponseTooLarge';
  exchange.reply = { ...renderDefect(), isRefusal: true };
  return resultOf(exchange.reply, exchange, context);
}

function resultOf(reply: Reply, exchange: Exchange, { baseUrl, server }: HttpContext): Result {
  const { status, headers, contentType } = reply;
  const { version, deprecated, incoming } = exchange;
  const ofVersion = versionHeaders(version, baseUrl, deprecated);
  const links = [headers?.['link'], ofVersion['link']].filter((link) => link !== undefined);
  return {
    statusCode: status,
    headers: {
      'content-type': contentType ?? 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      ...ofVersion,
      'x-request-id': incoming.requestId,
      ...headers,
      ...(links.length > 0 && { link: links.join(', ') }),
    },
    ...(incoming.method === 'HEAD' ? {} : written(shownBody(reply, version, server), reply)),
  };
}

const shownBody = ({ isRefusal, contentType, body }: Reply, version: string, server: HttpContext['server']): unknown =>
  isRefusal || contentType ? body : answerAsOf(version, releases, body, server);

/** Bytes travel in base64; the gateway turns them back. */
function written(body: unknown, { contentType }: Reply): Pick<Result, 'body' | 'isBase64Encoded'> {
  if (body instanceof Uint8Array) return { body: Buffer.from(body).toString('base64'), isBase64Encoded: true };
  return { body: contentType ? String(body) : JSON.stringify(body) };
}

/**
 * The one place that catches: a `Refusal` becomes its status and errors, the failure of an AWS service a 503, anything
 * else a 500; neither of these says anything of itself.
 */
export const renderErrors = (): HttpMiddleware => ({
  onError(request) {
    const refusal = asRefusal(request.error);
    if (!refusal || isAwsError(request.error)) request.context.exchange.defect = whereOf(request.error);
    request.context.exchange.reply = { ...(refusal ? renderRefusal(refusal) : renderDefect()), isRefusal: true };
    request.response = {};
  },
});

/**
 * Name and place of a defect. Its message stays out, lines of it that look like a place too: it may quote what a client
 * sent.
 */
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
