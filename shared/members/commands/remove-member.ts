import { againAfterLostRace } from '#shared/core/again-after-lost-race';
import type { Clock } from '#shared/core/clock';
import type { AssignmentId, MemberId } from '#shared/core/ids';
import type { Patience } from '#shared/core/patience';
import { notFound } from '#shared/core/refusal';
import type { Loaded, Saved } from '#shared/core/store';
import type { Instant } from '#shared/core/time';
import type { ChangeStore, Changes } from '#shared/events/ports/changes';
import type { MemberStore, SettingsStore } from '#shared/events/ports/stores';
import type { Member } from '#shared/members/rules/member';
import { personsFollow } from '#shared/members/rules/person-naming';
import { meetingsFollow } from '#shared/settings/rules/reach';
import type { Settings } from '#shared/settings/rules/settings';

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
