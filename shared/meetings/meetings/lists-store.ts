import * as v from 'valibot';
import type { MeetingId, MemberId, WorkspaceId } from '#shared/foundation/core/ids';
import type { Page, PageRequest } from '#shared/foundation/core/page';
import { comparableEmail } from '#shared/foundation/core/people';
import type { Platform } from '#shared/foundation/core/platform';
import type { Item, Table } from '#shared/foundation/core/table';
import { type Instant, isoOf, LAST_INSTANT, later } from '#shared/foundation/core/time';
import { callPartition, emailHashPrefix, listOf, orderOf, resourceKey } from '#shared/foundation/dynamodb/keys';
import { type ListQuery, pageOfKeys, rowsOf } from '#shared/foundation/dynamodb/paging';
import { id, instant } from '#shared/foundation/dynamodb/row-parts';
import { LONGEST_EVENT_MS } from '#shared/meetings/calendar-events/rules/calendar-event';
import { MeetingRow } from '#shared/meetings/meetings/row';
import { type Meeting, type MeetingSource, peopleOf, sortTimeOf } from '#shared/meetings/meetings/rules/meeting';
import { type Phase, type PhaseFacts, phaseAt, phaseOf } from '#shared/meetings/meetings/rules/phase';

export interface MeetingFilter {
  readonly workspaceId: WorkspaceId;
  /** Undefined leaves out the cancelled ones alone. */
  readonly phase?: Phase | undefined;
  readonly startsAfter?: Instant | undefined;
  readonly startsBefore?: Instant | undefined;
  readonly updatedAfter?: Instant | undefined;
  readonly memberId?: MemberId | undefined;
  readonly source?: MeetingSource | undefined;
  readonly platform?: Platform | undefined;
  readonly participantEmail?: string | undefined;
}

export type MeetingPart = { readonly workspaceId: WorkspaceId } | { readonly memberId: MemberId };

/** What the table has of one call in a span of time. */
export interface CallRows {
  readonly meetings: readonly { readonly meetingId: MeetingId; readonly at: Instant }[];
  /** Revisions of the guard rows, by the instant that a slot begins; none where no bot took the call. */
  readonly slots: ReadonlyMap<Instant, number>;
}

/** Reads keys from an index, then the rows; every filter is decided by the row. */
export async function meetingPage(
  table: Table,
  filter: MeetingFilter,
  now: Instant,
  request: PageRequest,
): Promise<Page<Meeting>> {
  const keys = await pageOfKeys(table, queryFor(filter, now), request);
  return rowsOf(
    table,
    { ...keys, items: keys.items.map(meetingKeyOf) },
    MeetingRow,
    (meeting, { entry }) => entry === entryOf(meeting, filter.memberId) && matches(meeting, filter, now),
  );
}

function queryFor(filter: MeetingFilter, now: Instant): ListQuery {
  const keep = (item: Item) => mayMatch(item, filter, now);
  if (filter.updatedAfter !== undefined) {
    const from = sortOf(later(filter.updatedAfter, 1));
    return { index: 'order', partition: orderOf.meetings(filter.workspaceId), from, keep };
  }
  const partition = filter.memberId ? listOf.meetingsOfMember(filter.memberId) : listOf.meetings(filter.workspaceId);
  return { index: 'list', partition, ...bounds(filter, now), ...(filter.memberId === undefined && { keep }) };
}

/** An instant as a sort key. One beyond the last that sort keys can hold sorts after all of them. */
const sortOf = (at: Instant): string => (at > LAST_INSTANT ? '~' : isoOf(at));

/** The entry by which a meeting is listed. In a member's list it may have several, on different pages. */
function entryOf({ id, carriers }: Meeting, member: MemberId | undefined): string {
  const event = carriers.find(({ memberId }) => memberId === member);
  return event ? event.eventId : id;
}

/** Entries of a member's list belong to calendar events or bots; each has the id of its meeting. */
function meetingKeyOf(item: Item): Item {
  const meeting = item.find?.['mtg'];
  return { ...item, ...(typeof meeting === 'string' && resourceKey(meeting)), entry: item.pk };
}

/** An upcoming meeting started within the longest event; a past one may start later: it was recorded, and then moved. */
function bounds({ phase, startsAfter, startsBefore }: MeetingFilter, now: Instant) {
  const earliest = phase === 'upcoming' ? later(now, -LONGEST_EVENT_MS) : 0;
  const from = Math.max(earliest, startsAfter === undefined ? 0 : startsAfter + 1);
  return {
    ...(from > 0 && { from: sortOf(from as Instant) }),
    ...(startsBefore !== undefined && { to: `${isoOf(later(startsBefore, -1))}#~` }),
  };
}

const Find = v.object({
  c: v.optional(v.boolean()),
  l: v.optional(v.boolean()),
  /** Absent in a few rows of before: there the row itself decides. */
  e: v.optional(instant),
  s: v.optional(v.string()),
  p: v.optional(v.string()),
  m: v.optional(v.array(v.string()), []),
});

/** Decides by the projected values, which may lag: leaves out only what cannot match. */
function mayMatch(item: Item, filter: MeetingFilter, now: Instant): boolean {
  const find = v.parse(Find, item.find ?? {});
  if (find.e !== undefined && !hasPhase(phaseAt(factsIn(find, find.e), now), filter.phase)) return false;
  if (filter.source && find.s !== filter.source) return false;
  if (filter.platform && find.p !== filter.platform) return false;
  return filter.participantEmail === undefined || find.m.includes(emailHashPrefix(filter.participantEmail));
}

const factsIn = ({ c = false, l = false }: v.InferOutput<typeof Find>, pastFrom: Instant): PhaseFacts => ({
  isCancelled: c,
  isLive: l,
  pastFrom,
});

/** Without a phase, all but cancelled meetings. */
const hasPhase = (phase: Phase, wanted: Phase | undefined): boolean =>
  wanted === undefined ? phase !== 'cancelled' : phase === wanted;

function matches(meeting: Meeting, filter: MeetingFilter, now: Instant): boolean {
  const place = sortTimeOf(meeting);
  return (
    meeting.workspaceId === filter.workspaceId &&
    hasPhase(phaseOf(meeting, now), filter.phase) &&
    (filter.startsAfter === undefined || place > filter.startsAfter) &&
    (filter.startsBefore === undefined || place < filter.startsBefore) &&
    (filter.source === undefined || meeting.source === filter.source) &&
    (filter.platform === undefined || meeting.platform === filter.platform) &&
    (filter.participantEmail === undefined || isInvited(meeting, filter.participantEmail))
  );
}

const isInvited = (meeting: Meeting, email: string): boolean =>
  peopleOf(meeting).some((person) => person.email !== null && comparableEmail(person.email) === comparableEmail(email));

/**
 * Ids of meetings that are not surely over, cancelled ones included, soonest first, from the index alone: one that was
 * written a moment ago may be missing. Two entries of a member may have the same meeting.
 */
export async function meetingsAhead(
  table: Table,
  part: MeetingPart,
  now: Instant,
  request: PageRequest,
): Promise<Page<MeetingId>> {
  const partition = 'memberId' in part ? listOf.meetingsOfMember(part.memberId) : listOf.meetings(part.workspaceId);
  const from = isoOf(later(now, -LONGEST_EVENT_MS));
  const keep = (item: Item) => !isSurelyOver(item, now);
  const keys = await pageOfKeys(table, { index: 'list', partition, from, keep, newestFirst: false }, request);
  const ids = keys.items.map((item) => v.parse(id('mtg'), meetingKeyOf(item).pk));
  return { items: [...new Set(ids)], next: keys.next };
}

/** Live and past meetings keep their settings. Entries of members' lists have no such values. */
function isSurelyOver(item: Item, now: Instant): boolean {
  const { l, e } = v.parse(Find, item.find ?? {});
  return l === true || (e !== undefined && e <= now);
}

/** Ids of the meetings with a person whose email may have this mark, by the projected marks; the caller checks the rows. */
export async function meetingsMarked(
  table: Table,
  workspace: WorkspaceId,
  mark: string,
  request: PageRequest,
): Promise<Page<MeetingId>> {
  const keep = (item: Item) => v.parse(Find, item.find ?? {}).m.includes(mark);
  const keys = await pageOfKeys(table, { index: 'list', partition: listOf.meetings(workspace), keep }, request);
  return { items: keys.items.map(({ pk }) => v.parse(id('mtg'), pk)), next: keys.next };
}

/** Ids of the meetings of a workspace that started before, the latest first, from the index alone. */
export async function meetingsStartedBefore(
  table: Table,
  workspace: WorkspaceId,
  before: Instant,
  request: PageRequest,
): Promise<Page<MeetingId>> {
  const query = { index: 'list', partition: listOf.meetings(workspace), to: isoOf(before) } as const;
  const keys = await pageOfKeys(table, query, request);
  return { items: keys.items.map(({ pk }) => v.parse(id('mtg'), pk)), next: keys.next };
}

/** Ids of all meetings of a workspace, the latest first, from the index alone. */
export async function meetingIdsOf(
  table: Table,
  workspace: WorkspaceId,
  request: PageRequest,
): Promise<Page<MeetingId>> {
  const keys = await pageOfKeys(table, { index: 'list', partition: listOf.meetings(workspace) }, request);
  return { items: keys.items.map(({ pk }) => v.parse(id('mtg'), pk)), next: keys.next };
}

const MeetingAtCallRow = v.object({ type: v.literal('meeting_at_call'), meeting_id: id('mtg'), at: instant });
const SlotRow = v.object({ type: v.literal('call_slot'), revision: v.number(), at: instant });
const AtCallRow = v.variant('type', [MeetingAtCallRow, SlotRow]);

/** Rows of a call that are read at once: meetings, and the guards of a day and a quarter of an hour. */
const CALL_ROWS = 150;

/**
 * Meetings of a call, by its hash, that start between two instants, both included, and its slots; the latest of them
 * where there are many, earliest first. Strongly consistent.
 */
export async function callRows(
  table: Table,
  workspace: WorkspaceId,
  hash: string,
  from: Instant,
  to: Instant,
): Promise<CallRows> {
  const { items } = await table.query({
    where: {
      text: 'pk = :pk AND sk BETWEEN :from AND :to',
      values: { ':pk': callPartition(workspace, hash), ':from': isoOf(from), ':to': `${sortOf(to)}#~` },
    },
    newestFirst: true,
    limit: CALL_ROWS,
  });
  const rows = items.map((item) => v.parse(AtCallRow, item)).reverse();
  return {
    meetings: rows.flatMap((row) =>
      row.type === 'meeting_at_call' ? [{ meetingId: row.meeting_id, at: row.at }] : [],
    ),
    slots: new Map(rows.flatMap((row) => (row.type === 'call_slot' ? [[row.at, row.revision] as const] : []))),
  };
}
