import { FeedCounts, nameOf } from '#shared/calendars/feeds/ical/feed-bounds';
import { FeedFailed } from '#shared/calendars/feeds/ports';
import type { SyncWindow } from '#shared/calendars/sync/rules/provider-event';
import { DAY_MS } from '#shared/core/time';

/** What decides whether an event can lie in a window. */
interface EventLines {
  /** Of its text in the file. */
  readonly from: number;
  to: number;
  uid: string;
  /** It has a rule, further dates, or overrides an occurrence. */
  isRecurring: boolean;
  startsOn: string;
  endsOn: string;
  duration: string;
}

/**
 * The file without the events that certainly lie outside the window: most of a large feed is past, and parsing it costs
 * far more than this look at its lines. Throws `FeedFailed` for a file beyond its bounds.
 */
export function relevantPart(text: string, window: SyncWindow): string {
  const events = eventsIn(text);
  const uids = new Map<string, number>();
  for (const { uid } of events) uids.set(uid, (uids.get(uid) ?? 0) + 1);
  const parts: string[] = [];
  let at = 0;
  for (const event of events) {
    // Of several entries of one event, the newest counts, wherever it lies.
    if (uids.get(event.uid) !== 1 || !isOutside(event, window)) continue;
    parts.push(text.slice(at, event.from));
    at = event.to;
  }
  return [...parts, text.slice(at)].join('');
}

/** Walks over the lines once. */
function eventsIn(text: string): readonly EventLines[] {
  const counts = new FeedCounts();
  const events: EventLines[] = [];
  let event: EventLines | undefined;
  let depth = 0;
  for (const { property, lines, from, to } of propertiesIn(text)) {
    if (!counts.takes(property, lines)) throw new FeedFailed('too_large');
    const name = nameOf(property);
    depth += DEPTH[name] ?? 0;
    if (/^BEGIN:VEVENT$/i.test(property) && depth === 2) event = newEvent(from);
    else if (/^END:VEVENT$/i.test(property) && event && depth === 1) {
      events.push({ ...event, to });
      event = undefined;
    } else if (event && depth === 2) note(event, name, property);
  }
  return events;
}

const DEPTH: Readonly<Record<string, number>> = { BEGIN: 1, END: -1 };

const newEvent = (from: number): EventLines => ({
  ...{ from, to: from, uid: '', isRecurring: false },
  ...{ startsOn: '', endsOn: '', duration: '' },
});

function note(event: EventLines, name: string, property: string): void {
  if (name === 'UID') event.uid = property;
  else if (RECURRENCE.has(name)) event.isRecurring = true;
  else if (name === 'DTSTART') event.startsOn = dayIn(property);
  else if (name === 'DTEND') event.endsOn = dayIn(property);
  else if (name === 'DURATION') event.duration = property;
}

const RECURRENCE: ReadonlySet<string> = new Set(['RRULE', 'RDATE', 'EXDATE', 'EXRULE', 'RECURRENCE-ID']);

/** YYYYMMDD; empty where the value does not begin with a day. */
const dayIn = (property: string): string => /:(\d{8})(?!\d)[^:]*$/.exec(property)?.[1] ?? '';

/** More than the difference between time zones, and than a duration without days can last. */
const MARGIN_MS = 6 * DAY_MS;

/** Hours, minutes and seconds of two digits. */
const SHORT_DURATION = /^DURATION:PT(?:\d{1,2}H)?(?:\d{1,2}M)?(?:\d{1,2}S)?$/i;

/** False where its lines do not say so for certain. */
function isOutside({ isRecurring, startsOn, endsOn, duration }: EventLines, { from, to }: SyncWindow): boolean {
  if (isRecurring || startsOn === '') return false;
  if (startsOn > dayOf(to + MARGIN_MS)) return true;
  const isShort = endsOn === '' && (duration === '' || SHORT_DURATION.test(duration));
  const lastDay = isShort ? startsOn : endsOn;
  return lastDay !== '' && startsOn < dayOf(from - MARGIN_MS) && lastDay < dayOf(from - MARGIN_MS);
}

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10).replaceAll('-', '');

interface FeedProperty {
  /** Unfolded (RFC 5545 §3.1), without its line end. */
  readonly property: string;
  readonly lines: number;
  readonly from: number;
  /** Behind its line end. */
  readonly to: number;
}

function* propertiesIn(text: string): Generator<FeedProperty> {
  let from = 0;
  while (from < text.length) {
    const pieces: string[] = [];
    let to = from;
    do {
      const end = lineEnd(text, to);
      pieces.push(text.slice(pieces.length === 0 ? to : to + 1, contentEnd(text, to, end)));
      to = end;
    } while (isFold(text, to));
    yield { property: pieces.join(''), lines: pieces.length, from, to };
    from = to;
  }
}

const isFold = (text: string, at: number): boolean => text[at] === ' ' || text[at] === '\t';

function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end === -1 ? text.length : end + 1;
}

function contentEnd(text: string, from: number, end: number): number {
  let to = end;
  while (to > from && (text[to - 1] === '\n' || text[to - 1] === '\r')) to -= 1;
  return to;
}
