import { SECOND_MS } from '#shared/foundation/core/time';
import type { TestProvider } from '#test/doubles/calendar-providers/test-provider';

/** The `Retry-After` of a throttling provider. */
export const RETRY_AFTER_SECONDS = 90;
/** Tolerance for messages that arrive early. */
const EARLY_MS = 2 * SECOND_MS;

/** Violations of `Retry-After`: lists that were requested too early. A new consent is read at once. */
export function earlyRequestsIn({ requests }: TestProvider, consents: readonly number[]): readonly string[] {
  const asked = requests.all().filter(({ kind }) => kind === 'events');
  const throttled = asked.filter(({ status }) => status === 429);
  return throttled.flatMap(({ at }) => {
    const until = at + RETRY_AFTER_SECONDS * SECOND_MS - EARLY_MS;
    const early = asked.filter((one) => one.at > at && one.at < until);
    return early.length > 0 && !consents.some((one) => one >= at && one < until)
      ? [`asked ${early.length} times before Retry-After had passed`]
      : [];
  });
}
