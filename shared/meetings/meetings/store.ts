import * as v from 'valibot';
import { mailRecordsAbout } from '#shared/accounts/mail/mail-records-store';
import type { WorkspaceId } from '#shared/foundation/core/ids';
import { isSame } from '#shared/foundation/core/json';
import type { Item, Key, Table, Write } from '#shared/foundation/core/table';
import { DAY_MS, type Instant, isoOf, later, ttlAt } from '#shared/foundation/core/time';
import { type Dependents, entity } from '#shared/foundation/dynamodb/entity';
import {
  botMemberKey,
  callPartition,
  callSort,
  duePartition,
  emailHashPrefix,
  furtherSingle,
  listOf,
  meetingPeopleKey,
  memberEventSort,
  occurrenceSort,
  orderOf,
  resourceKey,
  SINGLE,
  shortHash,
  slotSort,
  uidPartition,
} from '#shared/foundation/dynamodb/keys';
import { id, instant } from '#shared/foundation/dynamodb/row-parts';
import { jsonOfState, unlessSavedSince } from '#shared/foundation/dynamodb/rows';
import { storedCalendarEvent } from '#shared/meetings/calendar-events/row';
import type { CallRows } from '#shared/meetings/meetings/lists-store';
import { MeetingRow } from '#shared/meetings/meetings/row';
import { attendancesOf } from '#shared/meetings/meetings/rules/attendances';
import type { Meeting } from '#shared/meetings/meetings/rules/meeting';
import { peopleOf, sortTimeOf } from '#shared/meetings/meetings/rules/meeting';
import { pastDueAt, phaseFactsOf } from '#shared/meetings/meetings/rules/phase';
import { SAME_CALL_MS, type TimedCall, timedCallOf } from '#shared/meetings/meetings/rules/shared-call';

/** Projected values that lists filter by: past from when, cancelled, live, source, platform, marks of emails. */
function findOf(meeting: Meeting) {
  const { pastFrom, isCancelled, isLive } = phaseFactsOf(meeting);
  return {
    e: pastFrom,
    c: isCancelled || undefined,
    l: isLive || undefined,
    s: meeting.source,
    p: meeting.platform ?? undefined,
    m: marksOf(meeting),
  };
}

/** Of all people; the organizer may not be among those invited. */
const marksOf = (meeting: Meeting): readonly string[] => {
  const people = [...peopleOf(meeting), ...(meeting.organizer ? [meeting.organizer] : [])];
  return [...new Set(people.flatMap(({ email }) => (email === null ? [] : [emailHashPrefix(email)])))];
};

/** The identity of a call as keys and jobs have it: that of a named room may be the name of a person. */
export const callHash = (call: string): string => shortHash(call);

/** The row by which a meeting is found at its call. */
function atCallKey(meeting: Pick<Meeting, 'id' | CallFields> | undefined): Key | undefined {
  const place = meeting && timedCallOf(meeting);
  return place && { pk: callPartition(place.workspaceId, callHash(place.call)), sk: callSort(place.at, meeting.id) };
}
type CallFields = 'workspaceId' | 'meetingUrl' | 'startsAt' | 'createdAt';

function moveAtCall(before: Meeting | undefined, after: Meeting | undefined): readonly Write[] {
  const [from, to] = [atCallKey(before), atCallKey(after)];
  if (from?.pk === to?.pk && from?.sk === to?.sk) return [];
  return [
    ...(from ? [{ remove: from }] : []),
    ...(after && to ? [{ put: { ...to, type: 'meeting_at_call', meeting_id: after.id, at: sortTimeOf(after) } }] : []),
  ];
}

/** The guard rows outlive the meetings that they are for by a day. */
const SLOT_TTL_MS = DAY_MS;

/**
 * Takes a call for a bot: of two bots at one call and time, the second is refused and decided again. Slots are as long as
 * the span in which two meetings share a call, so that those two always have one of their two slots in common.
 */
export const takeCall = ({ workspaceId, call, at }: TimedCall, slots: CallRows['slots']): readonly Write[] => {
  const first = (Math.floor(at / SAME_CALL_MS) * SAME_CALL_MS) as Instant;
  return [first, later(first, SAME_CALL_MS)].map((slot) => ({
    put: {
      pk: callPartition(workspaceId, callHash(call)),
      sk: slotSort(slot),
      type: 'call_slot',
      revision: (slots.get(slot) ?? 0) + 1,
      at: slot,
      ttl: ttlAt(slot + SLOT_TTL_MS),
    },
    when: unlessSavedSince(slots.get(slot) ?? 0),
  }));
};

/** The entries in the lists of members for whom a bot was sent have the same sort key as the workspace's. */
function moveForBotMembers(before: Meeting | undefined, after: Meeting | undefined): readonly Write[] {
  if (after === undefined)
    return before ? before.botMembers.map((member) => ({ remove: botMemberKey(before.id, member) })) : [];
  const hasMoved = before === undefined || sortTimeOf(before) !== sortTimeOf(after);
  return after.botMembers
    .filter((member) => hasMoved || !before.botMembers.includes(member))
    .map((member) => ({
      put: {
        ...botMemberKey(after.id, member),
        type: 'bot_member',
        list_pk: listOf.meetingsOfMember(member),
        list_sk: `${isoOf(sortTimeOf(after))}#${after.id}`,
        find: { mtg: after.id },
      },
    }));
}

// Only what leads to other rows; a row that does not match leads to none.
const Leading = v.object({
  id: id('mtg'),
  meetingUrl: v.nullable(v.string()),
  startsAt: v.nullable(instant),
  createdAt: instant,
  carriers: v.array(v.object({ eventId: id('cev') })),
});
const CalendarEvent = v.object({
  icalUid: v.string(),
  originalStartsAt: instant,
  memberId: id('mem'),
  source: v.picklist(['calendar_connection', 'calendar_sync']),
  account: v.optional(v.nullable(v.string()), null),
});

/**
 * The people of a meeting follow what they see of it in a transaction of their own: their record is due at once. It counts
 * the changes, so that a later one is not taken for an earlier one that was followed.
 */
function peopleDue(before: Meeting | undefined, after: Meeting | undefined): readonly Write[] {
  const meeting = after ?? before;
  if (!meeting || isSame(attendancesIn(before), attendancesIn(after))) return [];
  return [
    {
      update: meetingPeopleKey(meeting.id),
      set: {
        text: 'SET #type = :type, workspace_id = :workspace, due_pk = :shard, due_at = :at REMOVE moves, since ADD changes :one',
        names: { '#type': 'type' },
        values: {
          ...{ ':type': 'meeting_people', ':workspace': meeting.workspaceId },
          ...{ ':shard': duePartition(meeting.id), ':at': meeting.updatedAt, ':one': 1 },
        },
      },
    },
  ];
}

const attendancesIn = (meeting: Meeting | undefined) => (meeting ? attendancesOf(meeting) : []);

/** The row at its call with the guard rows there, and its calendar events with their pointer rows. */
const dependents: Dependents = async (table, workspace, state) => {
  const meeting = v.safeParse(Leading, state);
  if (!meeting.success) return [];
  const { carriers, ...placed } = meeting.output;
  const at = atCallKey({ ...placed, workspaceId: workspace });
  const [mails, ...rows] = await Promise.all([
    mailRecordsAbout(table, placed.id),
    ...carriers.map(({ eventId }) => table.get(resourceKey(eventId))),
  ]);
  const events = rows.flatMap((event) => event ?? []);
  return [
    events.flatMap((event) => pointersOf(workspace, event)),
    events.map(({ pk, sk }) => ({ pk, sk })),
    at ? [at, ...(await slotsIn(table, at.pk))] : [],
    mails.map(({ pk, sk }) => ({ pk, sk })),
  ];
};

async function slotsIn(table: Table, pk: string): Promise<readonly Key[]> {
  const { items } = await table.query({ where: { text: 'pk = :pk', values: { ':pk': pk } } });
  return items.filter(({ type }) => type === 'call_slot').map(({ sk }) => ({ pk, sk }));
}

function pointersOf(workspace: WorkspaceId, event: Item): readonly Key[] {
  const read = v.safeParse(CalendarEvent, jsonOfState(event.state));
  if (!read.success) return [];
  const { icalUid, originalStartsAt, ...owner } = read.output;
  const pk = uidPartition(workspace, icalUid);
  const occurrence = [occurrenceSort(originalStartsAt), SINGLE, furtherSingle(originalStartsAt)];
  return [memberEventSort(originalStartsAt, owner), ...occurrence].map((sk) => ({ pk, sk }));
}

/** Meetings of a workspace, with the rows that find them by link and by the members for whom a bot was sent. */
export const meetings = entity<Meeting>({
  noun: 'meeting',
  type: 'meeting',
  prefix: 'mtg',
  list: 'MTG',
  schema: MeetingRow,
  stored: (meeting) => ({
    ...meeting,
    calendarEvent: meeting.calendarEvent && storedCalendarEvent(meeting.calendarEvent),
  }),
  attributes: (meeting) => {
    const dueAt = pastDueAt(meeting);
    return {
      list_sk: `${isoOf(sortTimeOf(meeting))}#${meeting.id}`,
      order_pk: orderOf.meetings(meeting.workspaceId),
      order_sk: `${isoOf(meeting.updatedAt)}#${meeting.id}`,
      find: findOf(meeting),
      ...(dueAt !== null && { due_pk: duePartition(meeting.id), due_at: dueAt }),
    };
  },
  rows: (before, after) => [
    ...moveAtCall(before, after),
    ...moveForBotMembers(before, after),
    ...peopleDue(before, after),
  ],
  dependents,
  notes: {
    listSort: 'starts_at#id',
    order: 'W#MTG, updated_at#id',
    due: 'end, where a bot was sent',
    rows: {
      'W#CALL#h, starts_at#mtg_': 'Meeting at a call',
      'W#CALL#h, slot#SLOT': 'Guard of bots for one call and time, a slot of 15 minutes; expires a day after it',
      'mtg_, PEOPLE':
        'People of a meeting whose attendance is recorded, and how often it changed for them; due at each such change',
      'mtg_, MEM#mem_': 'Member for whom a bot was sent; in the list `mem_#MTG`, starts_at#mtg_',
    },
  },
});
