import type ICAL from 'ical.js';
import { isAllDay, startOf } from '#shared/calendars/feeds/ical/event-times';
import type { FeedSeries } from '#shared/calendars/feeds/ical/feed-occurrences';
import type { EventNote } from '#shared/calendars/sync/rules/provider-event';
import { type Instant, isoOf } from '#shared/foundation/core/time';

interface OfUid {
  readonly uid: string;
  readonly component: ICAL.Component;
}

interface SeriesOfCalendar {
  readonly series: readonly FeedSeries[];
  readonly notes: readonly EventNote[];
}

/**
 * The events of a calendar by their UID. Events of one UID that begin at different times are meetings of their own, each
 * with its start in its UID: some programs number their events, or give all of them one UID. Where their SEQUENCE differs
 * they are versions of one event, of which the newest counts.
 */
export function seriesOf(events: readonly OfUid[], defaultZone: string): SeriesOfCalendar {
  const series: FeedSeries[] = [];
  const notes: EventNote[] = [];
  for (const [uid, ofUid] of Map.groupBy(events, (event) => event.uid)) {
    const components = ofUid.map(({ component }) => component);
    const starts = startsOfMasters(components, defaultZone);
    if (starts.size < 2) series.push({ uid, components, defaultZone });
    else {
      const parts = apart({ uid, components, defaultZone }, starts);
      series.push(...parts);
      notes.push(...parts.map((part) => duplicateNote(part.uid, uid)));
    }
  }
  return { series, notes };
}

const isMaster = (event: ICAL.Component): boolean => !event.hasProperty('recurrence-id');

/** The masters with hours, by their starts; none where their SEQUENCE says that they are versions. */
function startsOfMasters(
  components: readonly ICAL.Component[],
  defaultZone: string,
): ReadonlyMap<Instant, readonly ICAL.Component[]> {
  const masters = components.filter((event) => isMaster(event) && !isAllDay(event));
  const versions = new Set(masters.map((event) => Number(event.getFirstPropertyValue('sequence') ?? 0)));
  return versions.size > 1 ? new Map() : Map.groupBy(masters, (event) => startOf(event, defaultZone).at);
}

/** Exceptions go to the first that recurs. */
function apart(
  { uid, components, defaultZone }: FeedSeries,
  starts: ReadonlyMap<Instant, readonly ICAL.Component[]>,
): readonly FeedSeries[] {
  const exceptions = components.filter((event) => !isMaster(event));
  const parts = [...starts].map(([startsAt, masters]) => ({
    uid: `${uid}#${isoOf(startsAt).replace(/[-:]|\.000/g, '')}`,
    components: masters,
    defaultZone,
  }));
  const first = parts.find((part) => part.components.some((event) => event.hasProperty('rrule'))) ?? parts[0];
  return parts.map((part) => (part === first ? { ...part, components: [...part.components, ...exceptions] } : part));
}

const duplicateNote = (id: string, uid: string): EventNote => ({
  ...{ kind: 'note', id, code: 'duplicate_uid' },
  place: { icalUid: uid, what: 'UID', line: null },
});
