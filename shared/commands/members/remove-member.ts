import { againAfterLostRace } from '#shared/commands/again-after-lost-race';
import type { AssignmentId, MemberId } from '#shared/domain/ids';
import type { Member } from '#shared/domain/members/member';
import { personsFollow } from '#shared/domain/members/person-naming';
import { notFound } from '#shared/domain/refusal';
import { meetingsFollow } from '#shared/domain/settings/reach';
import type { Settings } from '#shared/domain/settings/settings';
import type { Instant } from '#shared/domain/time';
import type { ChangeStore, Changes, Loaded, Saved } from '#shared/ports/changes';
import type { Clock } from '#shared/ports/clock';
import type { Patience } from '#shared/ports/patience';
import type { MemberStore, SettingsStore } from '#shared/ports/stores';

export interface RemoveNeeds {
  readonly members: MemberStore;
  readonly settings: SettingsStore;
  readonly changes: ChangeStore;
  readonly clock: Clock;
  readonly patience: Patience;
  readonly markOf: (email: string) => string;
}

/** A member with the settings that were chosen for them. */
export interface MemberRead {
  readonly member: Loaded<Member>;
  readonly settings: readonly Loaded<Settings>[];
}

/** One round trip, however many settings there are. */
export async function readMember(
  { settings }: Pick<RemoveNeeds, 'settings'>,
  member: Loaded<Member>,
): Promise<MemberRead> {
  const ids = [...new Set(member.state.choices.map(({ settingsId }) => settingsId))];
  const rows = await Promise.all(ids.map((id) => settings.find(id)));
  return { member, settings: rows.flatMap((row) => row ?? []) };
}

/**
 * Takes a member away, with what was chosen for them; their email is free from then on. Their calendars, events and
 * meetings follow in the background. Answers the member as they were left.
 */
export const removeMember =
  (needs: RemoveNeeds) =>
  (read: MemberRead): Promise<Member> =>
    againAfterLostRace(needs.patience, async (round) => {
      const { member, settings } = round === 0 ? read : await readAgain(needs, read.member.state.id);
      const { id: memberId, workspaceId, choices, connections } = member.state;
      const now = needs.clock.now();
      const gone = choices.map(({ assignmentId }) => assignmentId);
      const standing = connections.filter(({ status }) => status !== 'disconnected');
      const connectionIds = standing.map(({ id }) => id);
      await needs.changes.save({
        at: now,
        removedMembers: [member],
        settings: settings.map((one) => without(one, gone, now)),
        removedAssignments: gone,
        jobs: [
          { type: 'job.member_leaving', content: { workspaceId, memberId, connectionIds } },
          ...personsFollow(member.state, needs.markOf),
          ...meetingsFollow(workspaceId, [{ owner: { type: 'member', id: memberId } }]),
        ],
      } satisfies Changes);
      return { ...member.state, connections: connections.map((note) => ({ ...note, status: 'disconnected' })) };
    });

async function readAgain(needs: RemoveNeeds, id: MemberId): Promise<MemberRead> {
  const member = await needs.members.find(id);
  if (!member) throw notFound('member');
  return readMember(needs, member);
}

const without = (before: Loaded<Settings>, gone: readonly AssignmentId[], now: Instant): Saved<Settings> => {
  const assignments = before.state.assignments.filter(({ id }) => !gone.includes(id));
  return { before, after: { ...before.state, assignments, updatedAt: now } };
};
