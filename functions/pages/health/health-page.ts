import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { CACHE_MS, type Health } from '#shared/api/health/check-health';
import type { PageEntry } from '#shared/api/page-kit/page-kit';
import type { Clock } from '#shared/foundation/core/clock';
import { isoOf } from '#shared/foundation/core/time';
import { callerAddress } from '#shared/foundation/http/request/caller-address';

interface Needs {
  readonly check: () => Promise<Health>;
  /** Of the software that is deployed. */
  readonly version: string;
  readonly clock: Clock;
  /** How many proxies of ours stand in front of the gateway. */
  readonly proxies: number;
  readonly log: (entry: PageEntry) => void;
}

type Answer = APIGatewayProxyStructuredResultV2;

const HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' } as const;
const METHODS = ['GET', 'HEAD'];

/**
 * `GET /health`, for load balancers and monitors: 200 where every part answers, else 503. It asks for no key, and says
 * nothing of a failure but which part it is: the log has the error.
 */
export const healthPage =
  (needs: Needs) =>
  async (event: APIGatewayProxyEventV2): Promise<Answer> => {
    const { clock, log, proxies } = needs;
    const startedAt = clock.now();
    const { requestId, http } = event.requestContext;
    const answer = await answerTo(needs, event);
    log({
      message: 'request',
      requestId,
      operation: METHODS.includes(http.method) ? `${http.method} /health` : 'another method /health',
      status: Number(answer.statusCode),
      userId: undefined,
      addressHash: callerAddress(
        { sourceIp: http.sourceIp, headers: { 'x-forwarded-for': event.headers['x-forwarded-for'] } },
        proxies,
      ),
      durationMs: clock.now() - startedAt,
    });
    return { ...answer, headers: { ...HEADERS, ...answer.headers, 'x-request-id': requestId } };
  };

async function answerTo(
  { check, version }: Needs,
  { rawPath, requestContext }: APIGatewayProxyEventV2,
): Promise<Answer> {
  if (rawPath !== '/health') return { statusCode: 404 };
  const { method } = requestContext.http;
  if (!METHODS.includes(method)) return { statusCode: 405, headers: { allow: METHODS.join(', ') } };
  const { checkedAt, parts } = await check();
  const isOk = Object.values(parts).every((part) => part === 'ok');
  const status = isOk ? 'ok' : 'unavailable';
  return {
    statusCode: isOk ? 200 : 503,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      ...(!isOk && { 'retry-after': String(CACHE_MS / 1_000) }),
    },
    ...(method === 'GET' && {
      body: JSON.stringify({ status, version, checked_at: isoOf(checkedAt), parts }),
    }),
  };
}
