import type { ChangeStore, Changes } from '#shared/commands/changes';
import { withRetry } from '#shared/commands/with-retry';
import type { Backoff } from '#shared/core/backoff';
import type { Clock } from '#shared/core/clock';
import type { AssignmentId, MemberId } from '#shared/core/ids';
import { notFound } from '#shared/core/refusal';
import type { Loaded, Saved } from '#shared/core/store';
import type { Instant } from '#shared/core/time';
import type { MemberStore, SettingsStore } from '#shared/events/ports/stores';
import type { Member } from '#shared/members/rules/member';
import { personsFollow } from '#shared/members/rules/person-naming';
import { propagateToScopes } from '#shared/settings/rules/propagation';
import type { Settings } from '#shared/settings/rules/settings';

export interface RemoveNeeds {
  readonly members: MemberStore;
  readonly settings: SettingsStore;
  readonly changes: ChangeStore;
  readonly clock: Clock;
  readonly backoff: Backoff;
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
    withRetry(needs, async (round) => {
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
          ...propagateToScopes(workspaceId, [{ owner: { type: 'member', id: memberId } }]),
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
