import * as v from 'valibot';
import { type BotId, type CalendarEventId, idOf, type MemberId, type WorkspaceId } from '#shared/foundation/core/ids';
import type { Page, PageRequest } from '#shared/foundation/core/page';
import type { Loaded, Saved } from '#shared/foundation/core/store';
import type { Item, Key, Table, Write } from '#shared/foundation/core/table';
import { type Instant, isoOf, later } from '#shared/foundation/core/time';
import { entity } from '#shared/foundation/dynamodb/entity';
import {
  furtherSingle,
  listOf,
  memberEventSort,
  occurrenceSort,
  resourceKey,
  SINGLE,
  uidPartition,
} from '#shared/foundation/dynamodb/keys';
import { pageOfKeys } from '#shared/foundation/dynamodb/paging';
import { id, instant } from '#shared/foundation/dynamodb/row-parts';
import { loaded, unlessThere } from '#shared/foundation/dynamodb/rows';
import { CalendarEventRow, storedCalendarEvent } from '#shared/meetings/calendar-events/row';
import { type CalendarEvent, LONGEST_EVENT_MS } from '#shared/meetings/calendar-events/rules/calendar-event';
import type { Occurrence, OccurrencePointer, UidOccurrences } from '#shared/meetings/calendar-events/rules/occurrence';

const PointerRow = v.object({ meeting_id: id('mtg'), bot_id: v.optional(id('bot')) });
const SingleRow = v.object({ original: instant });

/** Listed for its member, along with the meetings that a bot was sent to; the purge finds it by its meeting. */
export const calendarEvents = entity<CalendarEvent>({
  noun: 'calendar event',
  type: 'calendar_event',
  prefix: 'cev',
  schema: CalendarEventRow,
  stored: storedCalendarEvent,
  attributes: ({ memberId, startsAt, meetingId }) => ({
    list_pk: listOf.meetingsOfMember(memberId),
    list_sk: `${occurrenceSort(startsAt)}#${meetingId}`,
    find: { mtg: meetingId },
  }),
  rows: eventPointer,
  notes: {
    listSort: 'in `mem_#MTG`: start`#mtg_`',
    rows: {
      '`W#UID#h`, original start': 'Occurrence → meeting, its automatic bot',
      '`W#UID#h`, original start`#mem_#`source': "One member's event on it; of a synced one also `#h` of its account",
      '`W#UID#h`, `ONE`': 'The single event of a uid → original start',
      '`W#UID#h`, `ONE#`original start': "A further single event of the uid, in another member's calendar",
    },
  },
});

/** Rows of one uid that are read first for a push without original start: a single event has one row for each member. */
const ROWS_OF_A_SINGLE = 300;

/** Single events of one uid, each in calendars of other members: a push without original start chooses among them. */
export const MAX_SINGLES = 50;

/** Of a uid with more rows than are read first, each costs a query. */
const MAX_WIDE_SINGLES = 5;

/** A calendar event, with the automatic bot that its meeting had when the event was saved. */
export interface LoadedEvent extends Loaded<CalendarEvent> {
  readonly botId: BotId | null;
}

export const calendarEventStore = (table: Table) => ({
  find: async (event: CalendarEventId): Promise<LoadedEvent | undefined> =>
    loadedEvent(await table.get(resourceKey(event))),
  /** Events in a member's calendar that may not be over yet, earliest first; the list may lag by about a second. */
  notOver: (member: MemberId, now: Instant, request: PageRequest): Promise<Page<LoadedEvent>> =>
    eventsOfMember(table, member, isoOf(later(now, -LONGEST_EVENT_MS)), request),

  /** Every event in a member's calendars, also once the member was removed, earliest first; likewise. */
  ofMember: (member: MemberId, request: PageRequest): Promise<Page<LoadedEvent>> =>
    eventsOfMember(table, member, undefined, request),

  occurrence: (workspace: WorkspaceId, icalUid: string, original: Instant): Promise<Occurrence | undefined> =>
    occurrenceAt(table, workspace, icalUid, original, false),

  /** What the uid names without an original start: at most eight queries, however many single events it has. */
  async ofUid(workspace: WorkspaceId, icalUid: string): Promise<UidOccurrences> {
    const pk = uidPartition(workspace, icalUid);
    const [singleRows, { items, last }] = await Promise.all([
      table.query({
        where: { text: 'pk = :pk AND begins_with(sk, :single)', values: { ':pk': pk, ':single': SINGLE } },
        limit: MAX_SINGLES + 1,
      }),
      table.query({ where: { text: 'pk = :pk', values: { ':pk': pk } }, limit: ROWS_OF_A_SINGLE }),
    ]);
    const originals = singleRows.items.map((row) => v.parse(SingleRow, row).original);
    // Rows of one occurrence stand together: where first and last are of single events, all between them are.
    const { items: latest } = last
      ? await table.query({
          where: { text: 'pk = :pk', values: { ':pk': pk } },
          newestFirst: true,
          limit: originals.length + 1,
        })
      : { items: [] };
    const inSeries = [...items, ...latest].filter(({ sk }) => !isOfSingle(sk, originals));
    const areFew = originals.length <= MAX_SINGLES;
    // Of more than were read, those that were not look like a series.
    const hasSeries = areFew && inSeries.length > 0;
    // The single events of a wide uid with a series are not asked for: no member's occurrence is known for certain.
    const areRead = areFew && !(last && (hasSeries || originals.length > MAX_WIDE_SINGLES));
    const singles = await Promise.all(
      (areRead ? originals : []).map(async (original) =>
        last ? occurrenceAt(table, workspace, icalUid, original, true) : occurrenceFrom(items, original, true),
      ),
    );
    const found = singles.flatMap((single) => single ?? []);
    return {
      singles: found,
      hasSingles: originals.length > 0,
      hasSeries,
      areSinglesRead: areRead,
      singleOf(member) {
        const isElsewhere = inSeries.some(({ sk }) => sk.includes(`#${member}#`));
        return isElsewhere ? undefined : found.find((single) => single.isOf(member));
      },
    };
  },
});

const isOfSingle = (sk: string, originals: readonly Instant[]): boolean =>
  sk.startsWith(SINGLE) || originals.some((original) => sk.startsWith(occurrenceSort(original)));

async function eventsOfMember(
  table: Table,
  member: MemberId,
  from: string | undefined,
  request: PageRequest,
): Promise<Page<LoadedEvent>> {
  const partition = listOf.meetingsOfMember(member);
  const keys = await pageOfKeys(table, { index: 'list', partition, from, newestFirst: false }, request);
  // The list has the meetings, too, that bots were sent to for the member.
  const events = keys.items.filter(({ pk }) => idOf('cev', pk) !== undefined);
  const items = await Promise.all(events.map(({ pk, sk }) => table.get({ pk, sk })));
  return { items: items.flatMap((item) => loadedEvent(item) ?? []), next: keys.next };
}

function loadedEvent(item: Item | undefined): LoadedEvent | undefined {
  const event = loaded(CalendarEventRow, item);
  return event && { ...event, botId: idOf('bot', item?.['bot_id']) ?? null };
}

/** The occurrence and every member's event on it: one query, of 201 rows at most, since a meeting takes 200 events. */
async function occurrenceAt(
  table: Table,
  workspace: WorkspaceId,
  icalUid: string,
  original: Instant,
  single: boolean,
): Promise<Occurrence | undefined> {
  const { items } = await table.query({
    where: {
      text: 'pk = :pk AND begins_with(sk, :original)',
      values: { ':pk': uidPartition(workspace, icalUid), ':original': occurrenceSort(original) },
    },
  });
  return occurrenceFrom(items, original, single);
}

function occurrenceFrom(items: readonly Item[], original: Instant, single: boolean): Occurrence | undefined {
  const pointer = items.find((item) => item.sk === occurrenceSort(original));
  if (!pointer) return undefined;
  const { meeting_id, bot_id } = v.parse(PointerRow, pointer);
  const events = new Map(items.map((item) => [item.sk, item['event_id']]));
  return {
    originalStartsAt: original,
    meetingId: meeting_id,
    botId: bot_id ?? null,
    single,
    eventOf: (owner) => idOf('cev', events.get(memberEventSort(original, owner))),
    isOf: (member) => items.some(({ sk }) => sk.startsWith(`${occurrenceSort(original)}#${member}#`)),
  };
}

/** Saves an event with the id of its meeting's automatic bot, so that both are found at once; `calendarEvents.put` alone drops the id. */
export const putCalendarEvent = ({
  before,
  after,
  botId,
}: Saved<CalendarEvent> & { readonly botId: BotId | null }): readonly Write[] =>
  calendarEvents
    .put(before, after)
    .map((write) =>
      botId !== null && 'put' in write && write.put.pk === after.id
        ? { ...write, put: { ...write.put, bot_id: botId } }
        : write,
    );

/** The row that finds one member's event for an occurrence. */
function eventPointer(before: CalendarEvent | undefined, after: CalendarEvent | undefined): readonly Write[] {
  if (before && !after) return [{ remove: pointerKey(before) }];
  if (before || !after) return [];
  return [{ put: { ...pointerKey(after), type: 'event_pointer', event_id: after.id }, when: unlessThere }];
}

/** For an event that has another account than before: the row that finds it moves. */
export const moveEventPointer = (before: CalendarEvent, after: CalendarEvent): readonly Write[] =>
  before.account === after.account ? [] : [...eventPointer(before, undefined), ...eventPointer(undefined, after)];

const pointerKey = ({ workspaceId, icalUid, originalStartsAt, ...owner }: CalendarEvent): Key => ({
  pk: uidPartition(workspaceId, icalUid),
  sk: memberEventSort(originalStartsAt, owner),
});

/** A new occurrence is refused where it exists: of two first pushes at once, one creates the meeting. */
export const putOccurrence = (pointer: OccurrencePointer): readonly Write[] => {
  const pk = uidPartition(pointer.workspaceId, pointer.icalUid);
  return [
    {
      put: {
        pk,
        sk: occurrenceSort(pointer.originalStartsAt),
        type: 'occurrence',
        meeting_id: pointer.meetingId,
        ...(pointer.botId !== null && { bot_id: pointer.botId }),
      },
      ...(pointer.isNew && { when: unlessThere }),
    },
    ...(pointer.isNew && pointer.single ? [putSingle(pk, pointer)] : []),
  ];
};

/** The row by which pushes without an original start find a single event; undefined for an occurrence of a series. */
export async function singleRowOf(
  table: Table,
  { workspaceId, icalUid, originalStartsAt }: CalendarEvent,
): Promise<Key | undefined> {
  const pk = uidPartition(workspaceId, icalUid);
  const keys = [SINGLE, furtherSingle(originalStartsAt)].map((sk) => ({ pk, sk }));
  const rows = await Promise.all(keys.map((key) => table.get(key)));
  return keys.find((_key, position) => {
    const row = rows[position];
    return row !== undefined && v.parse(SingleRow, row).original === originalStartsAt;
  });
}

/** Removes the rows by which pushes find the meeting of an occurrence: the next push makes a new one. */
export function removeOccurrence(
  { workspaceId, icalUid, originalStartsAt }: CalendarEvent,
  single: Key | undefined,
): readonly Write[] {
  const pk = uidPartition(workspaceId, icalUid);
  return [{ remove: { pk, sk: occurrenceSort(originalStartsAt) } }, ...(single ? [{ remove: single }] : [])];
}

const putSingle = (pk: string, { originalStartsAt, isFurther }: OccurrencePointer): Write => ({
  put: {
    pk,
    sk: isFurther ? furtherSingle(originalStartsAt) : SINGLE,
    type: 'single_event',
    original: originalStartsAt,
  },
  when: unlessThere,
});
