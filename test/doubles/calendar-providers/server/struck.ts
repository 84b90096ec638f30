import type { Clock } from '#shared/foundation/core/clock';
import { page } from './answers.ts';
import type { Fault, Faults, RequestKind } from './faults.ts';
import type { RequestLog } from './request-log.ts';

type Handle = (request: Request) => Promise<Response>;

/** How a provider words what went wrong. */
export interface Wording {
  readonly throttled: (fault: Extract<Fault, { type: 'throttled' }>, kind: RequestKind) => Response;
  readonly down: (fault: Extract<Fault, { type: 'down' }>) => Response;
  readonly unauthorized: () => Response;
}

interface Struck {
  readonly handle: Handle;
  /** Undefined for what no client calls: the pages for people. */
  readonly kindOf: (method: string, path: string) => RequestKind | undefined;
  readonly faults: Faults;
  readonly requests: RequestLog;
  readonly clock: Clock;
  readonly wording: Wording;
}

/** A server whose requests are counted, and struck by the faults that wait for them. */
export const struck =
  ({ handle, kindOf, faults, requests, clock, wording }: Struck): Handle =>
  async (request) => {
    const { pathname, search } = new URL(request.url);
    const kind = kindOf(request.method, pathname);
    if (!kind) return handle(request);
    const log = (status: number) =>
      requests.add({ kind, method: request.method, path: pathname + search, status, at: clock.now() });
    const fault = faults.take(kind);
    if (fault?.type === 'no answer') {
      if (fault.done) await handle(request);
      log(0);
      throw new TypeError('fetch failed');
    }
    const answer = fault ? wordsFor(fault, kind, wording) : await handle(request);
    log(answer.status);
    return answer;
  };

function wordsFor(fault: Exclude<Fault, { type: 'no answer' }>, kind: RequestKind, wording: Wording): Response {
  switch (fault.type) {
    case 'throttled':
      return wording.throttled(fault, kind);
    case 'down':
      return wording.down(fault);
    case 'unauthorized':
      return wording.unauthorized();
    case 'gibberish':
      return page('<!doctype html><title>Something went wrong</title>');
  }
}
