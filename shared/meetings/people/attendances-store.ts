import * as v from 'valibot';
import type { MeetingId, PersonId, WorkspaceId } from '#shared/foundation/core/ids';
import { mapConcurrently } from '#shared/foundation/core/map-concurrently';
import { LostRace } from '#shared/foundation/core/store';
import type { Expression, Item, Table, Write } from '#shared/foundation/core/table';
import type { Instant } from '#shared/foundation/core/time';
import {
  ATTENDANCES,
  attendanceKey,
  duePartition,
  meetingPeopleKey,
  peopleOfWorkspaceKey,
  RANGES,
} from '#shared/foundation/dynamodb/keys';
import { id, instant } from '#shared/foundation/dynamodb/row-parts';
import { partition, unlessThere } from '#shared/foundation/dynamodb/rows';
import type { Attendance } from '#shared/meetings/meetings/rules/attendances';
import type { RecordedAttendance } from '#shared/meetings/people/rules/person';

const AttendanceRow = v.object({
  meeting_id: id('mtg'),
  name: v.optional(v.nullable(v.string()), null),
  at: instant,
  past_from: v.optional(v.nullable(instant), null),
  attends: v.boolean(),
});

/** All that was recorded of a person, strongly consistent, 150 bytes for each meeting: however much that is. */
export async function attendancesOfPerson(table: Table, person: PersonId): Promise<readonly RecordedAttendance[]> {
  return (await partition(table, person, ATTENDANCES)).map(attendanceIn);
}

interface Some {
  /** The first meeting of them; empty for the first of all. */
  readonly from: MeetingId | '';
  /** The first meeting after them. */
  readonly until: MeetingId | '' | undefined;
  readonly most: number;
}

/** Some of what was recorded of a person, by the ids of the meetings, strongly consistent. */
export async function someAttendances(
  table: Table,
  person: PersonId,
  { from, until, most }: Some,
): Promise<readonly RecordedAttendance[]> {
  const [first, last] = [`${ATTENDANCES}${from}`, `${ATTENDANCES}${until ?? '~'}`];
  const found: RecordedAttendance[] = [];
  let after: Readonly<Record<string, unknown>> | undefined;
  do {
    const page = await table.query({
      where: { text: 'pk = :pk AND sk BETWEEN :from AND :to', values: { ':pk': person, ':from': first, ':to': last } },
      limit: most - found.length,
      after,
    });
    found.push(...page.items.map(attendanceIn));
    after = page.last;
  } while (after && found.length < most);
  return found.filter(({ meetingId }) => until === undefined || meetingId < until);
}

/** Attendances whose names are read in the request that erases: 750 KB of the megabyte that a query reads. */
const MOST_NAMED = 5_000;

/** The names that a person had on the meetings that were created last. */
export async function recentNames(table: Table, person: PersonId): Promise<readonly string[]> {
  const { items } = await table.query({ where: ofPerson(person, ATTENDANCES), newestFirst: true, limit: MOST_NAMED });
  return items.flatMap((item) => attendanceIn(item).name ?? []);
}

/** Rows that are deleted in one step. */
const REMOVED_TOGETHER = 500;
const AT_ONCE = 25;

/**
 * Deletes some of what was recorded of a person, then of what it came to; false when there was nothing left. `keepNames` gets
 * the names that the person had there, before they are deleted.
 */
export async function removeSomeAttendances(
  table: Table,
  person: PersonId,
  keepNames: (names: readonly string[]) => Promise<void>,
): Promise<boolean> {
  const recorded = await someOf(table, person, ATTENDANCES);
  if (recorded.length > 0) await keepNames(recorded.flatMap((item) => attendanceIn(item).name ?? []));
  const items = recorded.length > 0 ? recorded : await someOf(table, person, RANGES);
  await mapConcurrently(items, AT_ONCE, ({ pk, sk }) => table.write({ remove: { pk, sk } }));
  return items.length > 0;
}

const someOf = async (table: Table, person: PersonId, prefix: string): Promise<readonly Item[]> =>
  (await table.query({ where: ofPerson(person, prefix), limit: REMOVED_TOGETHER })).items;

const ofPerson = (person: PersonId, prefix: string) => ({
  text: 'pk = :pk AND begins_with(sk, :prefix)',
  values: { ':pk': person, ':prefix': prefix },
});

/** What was recorded of a person for one meeting. */
export async function attendanceOf(
  table: Table,
  person: PersonId,
  meeting: MeetingId,
): Promise<RecordedAttendance | undefined> {
  const item = await table.get(attendanceKey(person, meeting));
  return item && attendanceIn(item);
}

function attendanceIn(item: Item): RecordedAttendance {
  const { meeting_id: meetingId, past_from: pastFrom, ...rest } = v.parse(AttendanceRow, item);
  return { meetingId, pastFrom, ...rest };
}

/**
 * Records what a meeting counts for a person, as of a revision of the meeting; nothing where a later one was recorded.
 */
export const recordAttendance = (
  table: Table,
  person: PersonId,
  { meetingId, name, at, pastFrom, attends }: RecordedAttendance,
  revision: number,
): Promise<boolean> =>
  table.write({
    put: {
      ...attendanceKey(person, meetingId),
      type: 'attendance',
      revision,
      meeting_id: meetingId,
      at,
      attends,
      ...(name !== null && { name }),
      ...(pastFrom !== null && { past_from: pastFrom }),
    },
    when: { text: 'attribute_not_exists(pk) OR revision < :revision', values: { ':revision': revision } },
  });

/** How far the people of a meeting follow it. */
export interface MeetingPeople {
  readonly revision: number;
  /** How often the meeting changed for its people. */
  readonly changes: number;
  readonly isDue: boolean;
  /** Undefined in rows of before it was written. */
  readonly workspaceId: WorkspaceId | undefined;
  /** Those whose attendance may be recorded. */
  readonly known: readonly PersonId[];
  /** Those who may not have been counted since their attendance was recorded. */
  readonly uncounted: readonly PersonId[];
}

const PeopleRow = v.object({
  revision: v.optional(v.number(), 0),
  changes: v.optional(v.number(), 0),
  due_at: v.optional(v.number()),
  workspace_id: v.optional(id('wks')),
  known: v.optional(v.array(id('per')), []),
  uncounted: v.optional(v.array(id('per')), []),
});

/** Undefined for a meeting that never had people. */
export async function meetingPeople(table: Table, meeting: MeetingId): Promise<MeetingPeople | undefined> {
  const item = await table.get(meetingPeopleKey(meeting));
  if (!item) return undefined;
  const { due_at: dueAt, workspace_id: workspaceId, ...row } = v.parse(PeopleRow, item);
  return { ...row, isDue: dueAt !== undefined, workspaceId };
}

/** Saves whose attendance is about to be recorded, before it is. Throws `LostRace` where another worker has saved. */
export async function savePeople(
  table: Table,
  meeting: MeetingId,
  before: MeetingPeople,
  { known, uncounted }: Pick<MeetingPeople, 'known' | 'uncounted'>,
): Promise<MeetingPeople> {
  const revision = before.revision + 1;
  await writeOrLose(table, {
    update: meetingPeopleKey(meeting),
    set: {
      text: 'SET revision = :next, known = :known, uncounted = :uncounted',
      values: { ':next': revision, ':known': known, ':uncounted': uncounted },
    },
    when: sinceRevision(before),
  });
  return { ...before, revision, known, uncounted };
}

/**
 * Leaves those who are not counted yet to a later turn: the record is due at once, as one with progress. Throws `LostRace`
 * where another worker has saved.
 */
export const leaveUncounted = (
  table: Table,
  meeting: MeetingId,
  before: MeetingPeople,
  { uncounted, at }: { readonly uncounted: readonly PersonId[]; readonly at: Instant },
): Promise<void> =>
  writeOrLose(table, {
    update: meetingPeopleKey(meeting),
    set: {
      text: 'SET revision = :next, uncounted = :uncounted, due_pk = :shard, due_at = :at REMOVE moves, since',
      values: {
        ':next': before.revision + 1,
        ':uncounted': uncounted,
        ':shard': duePartition(meeting),
        ':at': at,
      },
    },
    when: sinceRevision(before),
  });

/**
 * The attendances are recorded: the record is no longer due. Where the meeting has changed for them since, it stays due for
 * that change alone, so that one which changes all the time is brought up to date as well. Throws `LostRace` where another
 * worker has saved.
 */
export async function attendancesRecorded(
  table: Table,
  meeting: MeetingId,
  before: MeetingPeople,
  known: readonly PersonId[],
): Promise<void> {
  const recorded = (end: string, when: Expression): Write => ({
    update: meetingPeopleKey(meeting),
    set: {
      text: `SET revision = :next, known = :known REMOVE uncounted${end}`,
      values: { ':next': before.revision + 1, ':known': known },
    },
    when,
  });
  const isDone = await table.write(recorded(', due_pk, due_at, moves, since', sinceChange(before)));
  if (!isDone) await writeOrLose(table, recorded('', sinceRevision(before)));
}

/** The record of a meeting that is gone goes too. Throws `LostRace` where another worker has saved it since. */
export const removePeople = (table: Table, meeting: MeetingId, before: MeetingPeople): Promise<void> =>
  writeOrLose(table, { remove: meetingPeopleKey(meeting), when: sinceChange(before) });

const sinceChange = (before: MeetingPeople) => ({
  text: `${sinceRevision(before).text} AND changes = :changes`,
  values: { ...sinceRevision(before).values, ':changes': before.changes },
});

const sinceRevision = ({ revision }: MeetingPeople) =>
  revision === 0
    ? { text: 'attribute_exists(pk) AND attribute_not_exists(revision)', values: {} }
    : { text: 'revision = :seen', values: { ':seen': revision } };

async function writeOrLose(table: Table, write: Write): Promise<void> {
  if (!(await table.write(write))) throw new LostRace('The people of the meeting were saved in between.');
}

/** The attendance of a person who is no longer on the meeting: it counts nothing and has no name. */
export const removedAttendance = (meetingId: MeetingId, last: Omit<Attendance, 'email'>): RecordedAttendance => ({
  ...last,
  meetingId,
  name: null,
  attends: false,
});

/** That the people of earlier meetings are being recorded, or have been. */
export const isBackfillStarted = async (table: Table, workspace: WorkspaceId): Promise<boolean> =>
  (await table.get(peopleOfWorkspaceKey(workspace))) !== undefined;

export const putBackfillStarted = (workspace: WorkspaceId): readonly Write[] => [
  { put: { ...peopleOfWorkspaceKey(workspace), type: 'people_begun' }, when: unlessThere },
];

/** A meeting whose people were never recorded is due; nothing where they were. */
export async function markMeetingDue(
  table: Table,
  { meetingId: meeting, workspaceId }: { readonly meetingId: MeetingId; readonly workspaceId: WorkspaceId },
  at: Instant,
): Promise<void> {
  await table.write({
    put: {
      ...meetingPeopleKey(meeting),
      type: 'meeting_people',
      workspace_id: workspaceId,
      changes: 1,
      due_pk: duePartition(meeting),
      due_at: at,
    },
    when: unlessThere,
  });
}
