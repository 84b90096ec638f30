import { SECOND_MS } from '#shared/core/time';
import type { TestProvider } from '../calendar-providers/test-provider.ts';

/** What a provider says to wait. */
export const REST_SECONDS = 90;
/** Messages may be early by so much. */
const EARLY_MS = 2 * SECOND_MS;

/** No list is asked for while the provider wants a rest: a new consent alone begins at once. */
export function impatienceIn({ requests }: TestProvider, consents: readonly number[]): readonly string[] {
  const asked = requests.all().filter(({ kind }) => kind === 'events');
  const rests = asked.filter(({ status }) => status === 429);
  return rests.flatMap(({ at }) => {
    const until = at + REST_SECONDS * SECOND_MS - EARLY_MS;
    const early = asked.filter((one) => one.at > at && one.at < until);
    return early.length > 0 && !consents.some((one) => one >= at && one < until)
      ? [`asked ${early.length} times while the provider rests`]
      : [];
  });
}
