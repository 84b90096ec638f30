import type { OpenEdge } from '#shared/api/edge';
import { given } from '#shared/platform/environment';
import { systemClock } from '#shared/providers/system-clock';
import { accessLog } from '#shared/wiring/access-log';

/** As the functions find them that open no table. */
const openEdge = (): OpenEdge => ({ clock: systemClock, baseUrl: given('baseUrl'), log: accessLog });

/** A handler that is put together at its first call, so that a test can import its parts without an environment. */
export function servedWithoutTable<Arguments extends readonly unknown[], Result>(
  make: (edge: OpenEdge) => (...given: Arguments) => Result,
): (...given: Arguments) => Result {
  let handler: ((...given: Arguments) => Result) | undefined;
  return (...given) => {
    handler ??= make(openEdge());
    return handler(...given);
  };
}
