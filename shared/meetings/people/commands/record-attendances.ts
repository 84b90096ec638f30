import { beginRetentionByMaximum } from '#shared/accounts/workspaces/retention-store';
import { workspaces } from '#shared/accounts/workspaces/store';
import { command } from '#shared/foundation/commands/command';
import type { CommandContext } from '#shared/foundation/commands/context';
import type { MeetingId, PersonId } from '#shared/foundation/core/ids';
import { isSame } from '#shared/foundation/core/json';
import { mapConcurrently } from '#shared/foundation/core/map-concurrently';
import { findErasedPeople } from '#shared/meetings/erasures/commands/find-erased';
import type { ErasureContext } from '#shared/meetings/erasures/ports';
import { withoutErased } from '#shared/meetings/erasures/rules/strip';
import { type Attendance, attendancesOf } from '#shared/meetings/meetings/rules/attendances';
import type { Meeting } from '#shared/meetings/meetings/rules/meeting';
import { meetings } from '#shared/meetings/meetings/store';
import {
  attendanceOf,
  attendancesRecorded,
  leaveUncounted,
  type MeetingPeople,
  meetingPeople,
  recordAttendance,
  removedAttendance,
  removePeople,
  savePeople,
} from '#shared/meetings/people/attendances-store';
import { startPeopleBackfill } from '#shared/meetings/people/commands/backfill-people';
import { type CountingContext, countAfterMeeting } from '#shared/meetings/people/commands/count-person';
import { type CreatingContext, peopleOfInvites } from '#shared/meetings/people/commands/people-of-invites';
import type { RecordedAttendance } from '#shared/meetings/people/rules/person';

const AT_ONCE = 10;

interface AttendanceContext extends ErasureContext, CountingContext, CreatingContext {}

interface Difference {
  readonly person: PersonId;
  readonly attendance: RecordedAttendance;
}

/**
 * Records the attendances of a meeting's people as the meeting is now, and counts these people again. Where the turn is over
 * before, the rest is left to the next one: the meeting stays due. Every step may be repeated, and two workers may do them
 * at once: docs/decisions/people.md.
 */
export const recordAttendances = command(
  async (context: AttendanceContext, id: MeetingId, isOver: () => boolean = () => false): Promise<void> => {
    const { table } = context;
    // First, so that the meeting that is read is not older than the changes that are counted here.
    const record = await meetingPeople(table, id);
    if (!record || isFollowed(record)) return;
    const meeting = await meetings.find(table, id);
    const invited = meeting ? await peopleOn(context, meeting.state) : NO_ONE;
    const differences = await differencesOf(context, id, { invited, known: record.known });
    const uncounted = [...new Set([...record.uncounted, ...differences.map(({ person }) => person)])];
    const known = [...new Set([...record.known, ...invited.keys()])];
    const saved = uncounted.length === 0 ? record : await saveUncounted(context, id, record, { known, uncounted });
    await mapConcurrently(differences, AT_ONCE, ({ person, attendance }) =>
      recordAttendance(table, person, attendance, meeting?.revision ?? REMOVED),
    );
    const left = await countSome(context, id, uncounted, isOver);
    if (left.length > 0) await leaveUncounted(table, id, saved, { uncounted: left, at: context.clock.now() });
    else if (!meeting) await removePeople(table, id, saved);
    else await attendancesRecorded(table, id, saved, [...invited.keys()]);
  },
);

/** Another message was worked on before. */
const isFollowed = ({ isDue, uncounted }: MeetingPeople): boolean => !isDue && uncounted.length === 0;

/** Counts people until the turn is over, some at least; answers who is left. */
async function countSome(
  context: AttendanceContext,
  id: MeetingId,
  uncounted: readonly PersonId[],
  isOver: () => boolean,
): Promise<readonly PersonId[]> {
  for (let from = 0; from < uncounted.length; from += AT_ONCE) {
    if (from > 0 && isOver()) return uncounted.slice(from);
    const some = uncounted.slice(from, from + AT_ONCE);
    await mapConcurrently(some, AT_ONCE, (person) => countAfterMeeting(context)(person, id));
  }
  return [];
}

const NO_ONE: ReadonlyMap<PersonId, Attendance> = new Map();

/** The revision of a meeting that is gone: later than any that it had. */
const REMOVED = Number.MAX_SAFE_INTEGER;

async function peopleOn(context: AttendanceContext, meeting: Meeting): Promise<ReadonlyMap<PersonId, Attendance>> {
  const workspace = await workspaces.find(context.table, meeting.workspaceId);
  if (!workspace) return NO_ONE;
  await startPeopleBackfill(context)(workspace.state.id);
  await beginRetentionByMaximum(context.table, workspace.state.id, context.clock.now(), context.retentionMaximumDays);
  const attendances = attendancesOf(meeting);
  // An erased person is not made anew by a meeting that still names them.
  const isErased = await findErasedPeople(context, workspace.state, attendances);
  return peopleOfInvites(context, workspace.state, withoutErased(attendances, isErased));
}

/** Who is about to change is saved before they do, so that a worker which goes on from here finds them. */
async function saveUncounted(
  { table }: CommandContext,
  id: MeetingId,
  record: MeetingPeople,
  next: Pick<MeetingPeople, 'known' | 'uncounted'>,
): Promise<MeetingPeople> {
  const isSaved = isSame([record.known, record.uncounted], [next.known, next.uncounted]);
  return isSaved ? record : savePeople(table, id, record, next);
}

interface Involved {
  readonly invited: ReadonlyMap<PersonId, Attendance>;
  readonly known: readonly PersonId[];
}

/** What is to be recorded of those who are on the meeting, and of those who were. */
async function differencesOf(
  { table }: CommandContext,
  id: MeetingId,
  { invited, known }: Involved,
): Promise<readonly Difference[]> {
  const involved = [...new Set([...invited.keys(), ...known])];
  const recorded = await Promise.all(involved.map((person) => attendanceOf(table, person, id)));
  return involved.flatMap((person, at) => {
    const [before, now] = [recorded[at], invited.get(person)];
    const attendance = now ? asRecorded(id, now) : before && removedAttendance(id, before);
    return attendance === undefined || isSame(before, attendance) ? [] : [{ person, attendance }];
  });
}

const asRecorded = (meetingId: MeetingId, { email: _, ...attendance }: Attendance): RecordedAttendance => ({
  meetingId,
  ...attendance,
});
