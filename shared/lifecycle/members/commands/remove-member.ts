import { putRemovedMember, type RemovedMemberRecord } from '#shared/accounts/members/removed-members-store';
import { type Member, personNamingJobs, type RemovedMember } from '#shared/accounts/members/rules/member';
import { members } from '#shared/accounts/members/store';
import { disconnectCalendar } from '#shared/calendars/connections/commands/disconnect-calendar';
import { calendarConnections } from '#shared/calendars/connections/store';
import { disconnectFeed } from '#shared/calendars/feeds/commands/disconnect-feed';
import { calendarFeeds } from '#shared/calendars/feeds/store';
import { command } from '#shared/foundation/commands/command';
import type { CommandContext } from '#shared/foundation/commands/context';
import { type CalendarId, idOf, type MemberId } from '#shared/foundation/core/ids';
import { notFound } from '#shared/foundation/core/refusal';
import type { Loaded } from '#shared/foundation/core/store';
import type { Table } from '#shared/foundation/core/table';
import type { Instant } from '#shared/foundation/core/time';
import { endEvents } from '#shared/meetings/calendar-events/commands/cancel-calendar-event';
import type { ErasureContext } from '#shared/meetings/erasures/ports';
import { personIdByEmail } from '#shared/meetings/people/store';
import { propagateToScopes } from '#shared/meetings/settings/rules/propagation';
import type { Settings } from '#shared/meetings/settings/rules/settings';
import { removeAssignment, settings } from '#shared/meetings/settings/store';

/**
 * Removes a member with the settings assignments for it; the email is free from then on. Jobs disconnect its calendars,
 * end its events and update its meetings. Returns the member with its calendars disconnected.
 */
export const removeMember = command(async (context: ErasureContext, id: MemberId): Promise<Member> => {
  const { table, clock, changes, markOf } = context;
  const found = await findWithSettings(table, id);
  if (!found) throw notFound(members.noun);
  const { member, assigned } = found;
  const { workspaceId, choices, connections, feeds } = member.state;
  const at = clock.now();
  const record = await recordOf(context, member.state, at);
  const assignments = choices.map(({ assignmentId }) => assignmentId);
  const connected = connections.filter(({ status }) => status !== 'disconnected');
  const result: Member = {
    ...member.state,
    connections: connections.map((connection) => ({ ...connection, status: 'disconnected' })),
  };
  await changes.save({
    at,
    writes: [
      members.remove(member),
      [putRemovedMember(undefined, record)],
      ...assigned.map((before) => {
        const rest = before.state.assignments.filter((assignment) => !assignments.includes(assignment.id));
        return settings.put(before, { ...before.state, assignments: rest, updatedAt: at });
      }),
      assignments.map(removeAssignment),
    ],
    jobs: [
      {
        type: 'job.member_leaving',
        content: { workspaceId, memberId: id, connectionIds: [...connected, ...feeds].map((calendar) => calendar.id) },
      },
      ...personNamingJobs(member.state, markOf),
      ...propagateToScopes(workspaceId, [{ owner: { type: 'member', id } }]),
    ],
    result,
  });
  return result;
});

/** The person of a member, whom the removal notes: one round trip once the member is read. */
export async function loadPersonOf(table: Table, id: MemberId): Promise<void> {
  const member = await members.find(table, id);
  if (member && member.state.email !== null) await personIdByEmail(table, member.state.workspaceId, member.state.email);
}

/** What is kept for an erasure of the member. */
async function recordOf(
  { table, personHashes }: ErasureContext,
  { id, workspaceId, name, email }: Member,
  removedAt: Instant,
): Promise<RemovedMemberRecord> {
  const hasher = await personHashes(workspaceId);
  const personId = email === null ? undefined : await personIdByEmail(table, workspaceId, email);
  return {
    ...{ id, workspaceId, removedAt, erasedAt: null, personId: personId ?? null },
    addressHash: email === null ? null : hasher.address(email),
    nameHash: name === null ? null : hasher.name(name),
  };
}

interface MemberWithSettings {
  readonly member: Loaded<Member>;
  /** The settings assigned to the member. */
  readonly assigned: readonly Loaded<Settings>[];
}

/** Loads a member, then all settings assigned to it in one round trip. */
export async function findWithSettings(table: Table, id: MemberId): Promise<MemberWithSettings | undefined> {
  const member = await members.find(table, id);
  if (!member) return undefined;
  const ids = [...new Set(member.state.choices.map(({ settingsId }) => settingsId))];
  const rows = await Promise.all(ids.map((settingsId) => settings.find(table, settingsId)));
  return { member, assigned: rows.flatMap((row) => row ?? []) };
}

/**
 * Disconnects the calendars of a member who was removed, then ends some of their upcoming events; answers where to go
 * on, or undefined after the last. What has ended before stays as it is.
 */
export const deprovisionMember =
  (context: CommandContext) =>
  async (removed: RemovedMember, after: string | undefined): Promise<string | undefined> => {
    if (after === undefined) await disconnectAll(context, removed);
    return endEvents(context)({ ...removed, calendarId: null }, after);
  };

async function disconnectAll(context: CommandContext, { calendarIds }: RemovedMember): Promise<void> {
  for (const id of calendarIds) await disconnectOne(context, id);
}

async function disconnectOne(context: CommandContext, id: CalendarId): Promise<void> {
  const [connectionId, feedId] = [idOf('cal', id), idOf('cfd', id)];
  if (connectionId && (await calendarConnections.find(context.table, connectionId)))
    await disconnectCalendar(context)(connectionId);
  if (feedId && (await calendarFeeds.find(context.table, feedId))) await disconnectFeed(context)(feedId);
}
