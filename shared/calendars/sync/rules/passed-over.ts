import type { SyncWarning, SyncWarningCode } from '#shared/calendars/connections/rules/calendar-connection';
import type { EventPlace } from '#shared/calendars/sync/rules/provider-event';
import type { Instant } from '#shared/foundation/core/time';

/** An event that a sync run left as it was imported last, or that it read with a doubt. */
export interface SkippedEvent {
  /** The provider's own id; null where not even that could be read. */
  readonly sourceId: string | null;
  readonly code: SyncWarningCode;
  readonly at: Instant;
  readonly place?: EventPlace;
}

/** Remembered of one code at most, the newest; more are counted in the metric alone. */
export const MAX_PASSED_OVER = 50;

/** Read or removed in a page, and passed over in it. */
interface ReadPage {
  readonly readIds: ReadonlySet<string>;
  readonly passedOver: readonly SkippedEvent[];
}

/** What is passed over after one more page: an event that was read, removed or passed over again is known anew. */
export function passedOverAfter(
  before: readonly SkippedEvent[],
  { readIds, passedOver }: ReadPage,
): readonly SkippedEvent[] {
  const again = new Set(passedOver.map(({ sourceId }) => sourceId));
  const kept = before.filter(({ sourceId }) => !again.has(sourceId) && !(sourceId !== null && readIds.has(sourceId)));
  return mostOfEach([...kept, ...passedOver]);
}

function mostOfEach(all: readonly SkippedEvent[]): readonly SkippedEvent[] {
  const byCode = Map.groupBy(all, ({ code }) => code);
  const newest = new Set([...byCode.values()].flatMap((ofCode) => ofCode.slice(-MAX_PASSED_OVER)));
  return all.filter((one) => newest.has(one));
}

/** Shown of one code. */
const MAX_EXAMPLES = 5;

/** One warning for each code, with the number of events and some of their places. */
export function warningsOf(passedOver: readonly SkippedEvent[]): readonly SyncWarning[] {
  const codes = [...new Set(passedOver.map(({ code }) => code))].sort();
  return codes.map((code) => {
    const ofCode = passedOver.filter((one) => one.code === code);
    const lastSeenAt = Math.max(...ofCode.map(({ at }) => at)) as Instant;
    const examples = ofCode.flatMap(({ place }) => place ?? []).slice(0, MAX_EXAMPLES);
    return { code, count: ofCode.length, lastSeenAt, examples };
  });
}

/** The warnings of a feed whose changes wait for the next day or a later poll, with those of its events that cannot be read. */
export const withLimitReached = (
  before: readonly SyncWarning[],
  occurrences: number,
  at: Instant,
): readonly SyncWarning[] => [
  ...before.filter(({ code }) => code !== 'limit_reached'),
  { code: 'limit_reached', count: Math.min(occurrences, MAX_PASSED_OVER), lastSeenAt: at, examples: [] },
];
