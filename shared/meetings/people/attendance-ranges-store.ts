import * as v from 'valibot';
import type { MeetingId, PersonId, WorkspaceId } from '#shared/foundation/core/ids';
import { LostRace } from '#shared/foundation/core/store';
import type { Expression, Item, Table, Write } from '#shared/foundation/core/table';
import type { Instant } from '#shared/foundation/core/time';
import { attendanceRangeKey, duePartition, RANGES } from '#shared/foundation/dynamodb/keys';
import { id, instant } from '#shared/foundation/dynamodb/row-parts';
import { partition, unlessSavedSince, unlessThere } from '#shared/foundation/dynamodb/rows';
import type { Tally } from '#shared/meetings/people/rules/tally';

/**
 * Attendances of a person that are counted together: of the meetings from one on, up to the first of the next range.
 * docs/decisions/people.md.
 */
export interface AttendanceRange {
  /** Empty for the first range, which has no lower bound. */
  readonly from: MeetingId | '';
  /** 0 for the only range of a person who has no rows of ranges. */
  readonly revision: number;
  /** Undefined where an attendance may have changed since it was counted. */
  readonly tally: Tally | undefined;
  /** Only the first range of a person is. */
  readonly isDue: boolean;
}

const FIRST = '';

/** Of a person, and of the attendances in a range. */
export const PersonNumbersRow = v.object({
  meetingsCount: v.number(),
  firstMetAt: v.nullable(instant),
  lastMetAt: v.nullable(instant),
  nextMeetingAt: v.nullable(instant),
  changesAt: v.nullable(instant),
});

const TallyText: v.GenericSchema<unknown, Tally> = v.object({
  numbers: PersonNumbersRow,
  nextEndsAt: v.nullable(instant),
  named: v.nullable(v.object({ name: v.string(), at: instant, meetingId: id('mtg') })),
});

const RangeRow = v.object({
  revision: v.number(),
  tally: v.optional(v.string()),
  stale: v.optional(v.boolean(), false),
  due_at: v.optional(v.number()),
});

const From: v.GenericSchema<unknown, AttendanceRange['from']> = v.union([v.literal(FIRST), id('mtg')]);
const fromIn = ({ sk }: Item): AttendanceRange['from'] => v.parse(From, sk.slice(RANGES.length));

/** The ranges of a person in their order, of which there is always a first one. Strongly consistent. */
export async function attendanceRanges(table: Table, person: PersonId): Promise<readonly AttendanceRange[]> {
  const ranges = (await partition(table, person, RANGES)).map(rangeIn);
  if (ranges[0]?.from === FIRST) return ranges;
  return [{ from: FIRST, revision: 0, tally: undefined, isDue: false }, ...ranges];
}

function rangeIn(item: Item): AttendanceRange {
  const { revision, tally, stale, due_at: dueAt } = v.parse(RangeRow, item);
  const isCounted = tally !== undefined && !stale;
  return {
    from: fromIn(item),
    revision,
    tally: isCounted ? v.parse(TallyText, JSON.parse(tally)) : undefined,
    isDue: dueAt !== undefined,
  };
}

/** Saves what a range comes to. Throws `LostRace` where it was saved, or an attendance changed, since it was read. */
export async function saveTally(
  table: Table,
  person: PersonId,
  range: AttendanceRange,
  tally: Tally,
): Promise<AttendanceRange> {
  if (!(await table.write(tallyWrite(person, range, tally)))) throw new LostRace('The range was saved in between.');
  return { ...range, revision: range.revision + 1, tally };
}

/** Ends a range before a meeting, and begins another with it that is to be counted. Throws `LostRace` likewise. */
export async function splitRange(
  table: Table,
  person: PersonId,
  range: AttendanceRange,
  { tally, next }: { readonly tally: Tally; readonly next: MeetingId },
): Promise<readonly [AttendanceRange, AttendanceRange]> {
  const begun = { put: { ...attendanceRangeKey(person, next), type: TYPE, revision: 1 }, when: unlessThere };
  await table.transact([tallyWrite(person, range, tally), begun]);
  return [
    { ...range, revision: range.revision + 1, tally },
    { from: next, revision: 1, tally: undefined, isDue: false },
  ];
}

const TYPE = 'attendance_range';

const tallyWrite = (person: PersonId, { from, revision }: AttendanceRange, tally: Tally): Write => ({
  update: attendanceRangeKey(person, from),
  set: {
    text: 'SET #type = :type, revision = :next, tally = :tally REMOVE stale',
    names: { '#type': 'type' },
    values: { ':type': TYPE, ':next': revision + 1, ':tally': JSON.stringify(tally) },
  },
  when: unlessSavedSince(revision),
});

interface Later {
  readonly meetingId: MeetingId;
  readonly at: Instant;
  readonly dueAt: Instant;
  readonly workspaceId: WorkspaceId;
}

/**
 * Marks the range of a meeting whose attendance was recorded, and the person as due; an earlier due time stays. Who counts
 * the range from what was there before fails to save it: the attendance is recorded first. A first row begins with the time
 * as its revision, so that one which was removed and made again is not taken for the former.
 */
export async function countLater(
  table: Table,
  person: PersonId,
  { meetingId, at, dueAt, workspaceId }: Later,
): Promise<void> {
  const from = await rangeOf(table, person, meetingId);
  if (from !== FIRST)
    await table.write({
      update: attendanceRangeKey(person, from),
      set: { text: 'SET stale = :yes ADD revision :one', values: { ':yes': true, ':one': 1 } },
      when: ifThere,
    });
  const isFirst = from === FIRST;
  await table.write({
    update: attendanceRangeKey(person, FIRST),
    set: {
      text: `SET #type = :type, workspace_id = :workspace, due_pk = :shard, due_at = if_not_exists(due_at, :due), revision = if_not_exists(revision, :at) + :one${isFirst ? ', stale = :yes' : ''}`,
      names: { '#type': 'type' },
      values: {
        ...{ ':type': TYPE, ':shard': duePartition(person), ':due': dueAt, ':at': at, ':one': 1 },
        ':workspace': workspaceId,
        ...(isFirst && { ':yes': true }),
      },
    },
  });
}

async function rangeOf(table: Table, person: PersonId, meeting: MeetingId): Promise<AttendanceRange['from']> {
  const [from, to] = [attendanceRangeKey(person, FIRST).sk, attendanceRangeKey(person, meeting).sk];
  const { items } = await table.query({
    where: { text: 'pk = :pk AND sk BETWEEN :from AND :to', values: { ':pk': person, ':from': from, ':to': to } },
    newestFirst: true,
    limit: 1,
  });
  return items[0] ? fromIn(items[0]) : FIRST;
}

/**
 * The person was counted: they are no longer due, unless an attendance has changed since the ranges were read. One that is
 * alone is read whole each time, and needs no row.
 */
export async function endCountDue(
  table: Table,
  person: PersonId,
  [first, ...others]: readonly AttendanceRange[],
): Promise<void> {
  if (!first?.isDue) return;
  const key = attendanceRangeKey(person, first.from);
  const when = unlessSavedSince(first.revision);
  const ended = { update: key, set: { text: 'REMOVE due_pk, due_at, moves, since' }, when };
  await table.write(others.length === 0 ? { remove: key, when } : ended);
}

/** A person who is gone is not counted any more. */
export async function removeFirstRange(table: Table, person: PersonId): Promise<void> {
  await table.write({ remove: attendanceRangeKey(person, FIRST) });
}

const ifThere: Expression = { text: 'attribute_exists(pk)' };
