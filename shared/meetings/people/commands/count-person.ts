import type { PersonNaming } from '#shared/accounts/members/rules/member';
import { memberByEmail } from '#shared/accounts/members/store';
import { command } from '#shared/foundation/commands/command';
import type { CommandContext } from '#shared/foundation/commands/context';
import type { MeetingId, PersonId } from '#shared/foundation/core/ids';
import { mapConcurrently } from '#shared/foundation/core/map-concurrently';
import { type Loaded, LostRace } from '#shared/foundation/core/store';
import { type Instant, laterOf } from '#shared/foundation/core/time';
import { companyDueAt } from '#shared/meetings/companies/commands/join-company';
import { markCompanyDue } from '#shared/meetings/companies/store';
import {
  type AttendanceRange,
  attendanceRanges,
  countLater,
  endCountDue,
  removeFirstRange,
  saveTally,
  splitRange,
} from '#shared/meetings/people/attendance-ranges-store';
import { someAttendances } from '#shared/meetings/people/attendances-store';
import { countedAgainFrom, countedPerson, type Person } from '#shared/meetings/people/rules/person';
import { isOutdated, sumOfTallies, type Tally, tallyOf } from '#shared/meetings/people/rules/tally';
import { people, personIdsMarked } from '#shared/meetings/people/store';

/** Attendances of one range: 150 KB, which one query reads. A range with more is split in two. */
const MOST_IN_RANGE = 1_000;

/** Ranges of a person: half a million meetings, of which those that were created last are not counted. */
const MOST_RANGES = 1_000;

export interface CountingContext extends CommandContext {
  /** Fewer attendances of a range, for tests. */
  readonly attendancesInRange?: number;
}

/** Brings a person up to date with the attendances that are recorded, and with the moment. */
export const countPerson = command(async (context: CountingContext, id: PersonId): Promise<void> => {
  const before = await people.find(context.table, id);
  if (before) await countFrom(context, before, { mayCount: () => true });
});

/**
 * The same for a person who is due; nothing where another message was worked on before. Where the turn is over before, the
 * person stays due, and the ranges that were counted are not counted again.
 */
export const countDuePerson = command(
  async (context: CountingContext, id: PersonId, isOver: () => boolean): Promise<void> => {
    const before = await people.find(context.table, id);
    if (before) await countFrom(context, before, { mayCount: afterTheFirst(() => !isOver()), isForDue: true });
    else await removeFirstRange(context.table, id);
  },
);

const afterTheFirst = (isAllowed: () => boolean): (() => boolean) => {
  let counted = 0;
  return () => {
    counted += 1;
    return counted === 1 || isAllowed();
  };
};

/**
 * Counts a person after their attendance of a meeting was recorded: now, or in a message of their own where they were
 * counted just before, are being counted, or have more than one range to count.
 */
export const countAfterMeeting =
  (context: CountingContext) =>
  async (id: PersonId, meetingId: MeetingId): Promise<void> => {
    try {
      if (await countNow(context)(id, meetingId)) return;
    } catch (error) {
      if (!(error instanceof LostRace)) throw error;
    }
    const found = await people.find(context.table, id);
    if (!found) return;
    const at = context.clock.now();
    const dueAt = laterOf(at, countedAgainFrom(found.state));
    await countLater(context.table, id, { meetingId, at, dueAt, workspaceId: found.state.workspaceId });
  };

const countNow = command(async (context: CountingContext, id: PersonId, changed: MeetingId): Promise<boolean> => {
  const before = await people.find(context.table, id);
  if (!before) return true;
  if (context.clock.now() < countedAgainFrom(before.state)) return false;
  return countFrom(context, before, { changed, mayCount: afterTheFirst(() => false) });
});

interface Counting {
  /** A meeting whose attendance has changed. */
  readonly changed?: MeetingId;
  /** Asked before each range that is counted. */
  readonly mayCount: () => boolean;
  /** Counts only a person who is due. */
  readonly isForDue?: true;
}

/**
 * False where not all could be counted. The person is saved even where nothing differs: a count that began before those
 * attendances were recorded then loses the race.
 */
async function countFrom(context: CountingContext, before: Loaded<Person>, counting: Counting): Promise<boolean> {
  const { table, clock } = context;
  const { id, workspaceId, email } = before.state;
  const [found, member] = await Promise.all([attendanceRanges(table, id), memberByEmail(table, workspaceId, email)]);
  const at = clock.now();
  if (counting.isForDue && !isDueNow(before.state, found, at)) return true;
  const ranges = await countRanges(context, id, found, { ...counting, at });
  if (!ranges) return false;
  const { numbers, named } = sumOfTallies(ranges.map(({ tally }) => tally));
  const counted = { numbers, invitedName: named?.name ?? null, memberId: member?.memberId ?? null };
  await save(context, before, countedPerson(before.state, counted, at), at);
  await endCountDue(table, id, ranges);
  return true;
}

/** By the end of a meeting, or since an attendance was recorded. */
const isDueNow = ({ numbers: { changesAt } }: Person, [first]: readonly AttendanceRange[], at: Instant): boolean =>
  first?.isDue === true || (changesAt !== null && changesAt <= at);

type CountedRange = AttendanceRange & { readonly tally: Tally };

/** The ranges with what each comes to now; undefined where not all of them could be counted. */
async function countRanges(
  context: CountingContext,
  person: PersonId,
  found: readonly AttendanceRange[],
  { at, changed, mayCount }: Counting & { readonly at: Instant },
): Promise<readonly CountedRange[] | undefined> {
  const left = [...found];
  const holding = changed && found.findLast(({ from }) => from <= changed);
  const counted: CountedRange[] = [];
  for (let range = left.shift(); range; range = left.shift()) {
    const { tally } = range;
    if (tally && !isOutdated(tally, at) && range !== holding) {
      counted.push({ ...range, tally });
      continue;
    }
    if (!mayCount()) return undefined;
    const others = counted.length + left.length;
    const [done, rest] = await countRange(context, person, range, { until: left[0]?.from, others, at });
    counted.push(done);
    if (rest) left.unshift(rest);
  }
  return counted;
}

interface Bounds {
  /** The first meeting of the next range. */
  readonly until: AttendanceRange['from'] | undefined;
  /** How many other ranges there are. */
  readonly others: number;
  readonly at: Instant;
}

/** Counts one range, or the first half of one that has become too long; the other half is left. */
async function countRange(
  { table, attendancesInRange: most = MOST_IN_RANGE }: CountingContext,
  person: PersonId,
  range: AttendanceRange,
  { until, others, at }: Bounds,
): Promise<readonly [CountedRange, AttendanceRange?]> {
  const attendances = await someAttendances(table, person, { from: range.from, until, most: most + 1 });
  const isTooLong = attendances.length > most && others + 1 < MOST_RANGES;
  const next = isTooLong ? attendances[Math.ceil(most / 2)]?.meetingId : undefined;
  const of = attendances.slice(0, most).filter(({ meetingId }) => next === undefined || meetingId < next);
  const tally = tallyOf(of, at);
  // Most people have one range, which is read whole each time: what it comes to is not kept.
  if (next === undefined && others === 0) return [{ ...range, tally }];
  if (next === undefined) return [{ ...(await saveTally(table, person, range, tally)), tally }];
  const [done, rest] = await splitRange(table, person, range, { tally, next });
  return [{ ...done, tally }, rest];
}

/** One write, or a transaction with the company where the last meeting of the person has changed. */
async function save({ table, changes }: CommandContext, before: Loaded<Person>, after: Person, at: Instant) {
  const writes = people.put(before, after);
  const hasMet = after.numbers.lastMetAt !== before.state.numbers.lastMetAt;
  const { companyId, workspaceId } = after;
  if (hasMet && companyId !== null) {
    const company = markCompanyDue({ companyId, workspaceId, joined: 0, dueAt: companyDueAt(at) });
    return changes.save({ at, writes: [[...writes, company]] });
  }
  for (const write of writes) if (!(await table.write(write))) throw new LostRace('The person was saved in between.');
}

const AT_ONCE = 5;

/** Updates the `member_id` of the people with the email of a member who was created or removed. */
export const countMembersPerson =
  (context: CountingContext) =>
  async ({ workspaceId, mark }: PersonNaming): Promise<undefined> => {
    const ids = await personIdsMarked(context.table, workspaceId, mark);
    await mapConcurrently(ids, AT_ONCE, (id) => countPerson(context)(id));
  };
