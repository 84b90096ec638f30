import type { FeedComponent } from '#shared/calendars/feeds/ical/feed-components';
import type { ContentLine } from '#shared/calendars/feeds/ical/feed-lines';
import type { SyncWindow } from '#shared/calendars/sync/rules/provider-event';
import { DAY_MS } from '#shared/foundation/core/time';

/**
 * The events of a calendar without those that certainly lie outside the window: most of a large feed is past, and reading
 * it costs far more than this look at its lines. Of several events of one UID all are kept.
 */
export function relevantEvents(events: readonly FeedComponent[], window: SyncWindow): readonly FeedComponent[] {
  const days = { first: dayOf(window.from - MARGIN_MS), last: dayOf(window.to + MARGIN_MS) };
  const uids = new Map<string, number>();
  const named = events.map((event) => ({ event, uid: textIn(event, 'UID') }));
  for (const { uid } of named) uids.set(uid, (uids.get(uid) ?? 0) + 1);
  return named
    .filter(({ event, uid }) => (uid !== '' && uids.get(uid) !== 1) || !isOutside(event, days))
    .map(({ event }) => event);
}

const textIn = ({ lines }: FeedComponent, name: string): string => lines.find((line) => line.name === name)?.text ?? '';

const RECURRENCE: ReadonlySet<string> = new Set(['RRULE', 'RDATE', 'EXDATE', 'EXRULE', 'RECURRENCE-ID']);
const isOfSeries = ({ name }: ContentLine): boolean => RECURRENCE.has(name);

/** YYYYMMDD; empty where the value does not begin with a day. */
const dayIn = (property: string): string => /:(\d{4}(?:0[1-9]|1[0-2])\d{2})(?!\d)[^:]*$/.exec(property)?.[1] ?? '';

/** More than the difference between time zones, and than a duration without days can last. */
const MARGIN_MS = 6 * DAY_MS;

/** Hours, minutes and seconds of two digits. */
const SHORT_DURATION = /^DURATION:PT(?:\d{1,2}H)?(?:\d{1,2}M)?(?:\d{1,2}S)?$/i;

/** Of a window with its margin, as YYYYMMDD. */
interface Days {
  readonly first: string;
  readonly last: string;
}

/** False where its lines do not say so for certain. */
function isOutside(event: FeedComponent, { first, last }: Days): boolean {
  const startsOn = dayIn(textIn(event, 'DTSTART'));
  if (startsOn === '' || event.lines.some(isOfSeries)) return false;
  if (startsOn > last) return true;
  const [end, duration] = [textIn(event, 'DTEND'), textIn(event, 'DURATION')];
  const isShort = end === '' && (duration === '' || SHORT_DURATION.test(duration));
  const lastDay = isShort ? startsOn : dayIn(end);
  return lastDay !== '' && startsOn < first && lastDay < first;
}

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10).replaceAll('-', '');
