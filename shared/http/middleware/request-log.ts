import type { HttpContext } from '#shared/http/ports/app-context';
import { incomingFrom } from '#shared/http/request/incoming';
import { versionBeforeTheKey } from '#shared/http/request/read-headers';
import { type HttpMiddleware, set } from './exchange.ts';

/** First: begins the exchange, and leaves one line in the log for each request, whatever comes of it. */
export function requestLog({ clock, log }: HttpContext): HttpMiddleware {
  const write: HttpMiddleware['after'] = ({ context: { exchange } }) => {
    const { incoming, operation, version, userId, startedAt, defect, reply } = exchange;
    log({
      message: 'request',
      requestId: incoming.requestId,
      operation,
      version,
      userId,
      status: set(reply).status,
      durationMs: clock.now() - startedAt,
      ...(defect !== undefined && { defect }),
    });
  };
  return {
    before({ event, context }) {
      const incoming = incomingFrom(event);
      context.exchange = {
        incoming,
        startedAt: clock.now(),
        operation: `${METHODS.includes(incoming.method) ? incoming.method : 'another method'} (no endpoint)`,
        version: versionBeforeTheKey(incoming.headers['service-version']),
        userId: undefined,
      };
    },
    after: write,
    onError: write,
  };
}

/** A method is written by the caller: any other word stays out of the log. */
const METHODS: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
