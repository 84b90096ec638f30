import type { CalendarConnection } from '#shared/calendars/connections/rules/calendar-connection';
import { disconnected } from '#shared/calendars/connections/rules/transitions';
import { againAfterLostRace } from '#shared/core/again-after-lost-race';
import type { Clock } from '#shared/core/clock';
import type { CalendarConnectionId } from '#shared/core/ids';
import type { Patience } from '#shared/core/patience';
import { notFound } from '#shared/core/refusal';
import type { Loaded } from '#shared/core/store';
import type { ChangeStore, Changes } from '#shared/events/ports/changes';
import type { CalendarConnectionStore, MemberStore } from '#shared/events/ports/stores';
import type { Member } from '#shared/members/rules/member';
import { noteConnection } from '#shared/members/rules/note-connection';
import type { Workspace } from '#shared/workspaces/rules/workspace';

export interface DisconnectNeeds {
  readonly connections: CalendarConnectionStore;
  readonly members: MemberStore;
  readonly changes: ChangeStore;
  readonly clock: Clock;
  readonly patience: Patience;
}

/** A connection with its member, and the connection that its account leads to. */
export interface ConnectionRead {
  readonly connection: Loaded<CalendarConnection>;
  readonly member: Loaded<Member> | undefined;
  readonly holderId: CalendarConnectionId | undefined;
}

/** One round trip, whoever's connection it is. */
export async function readConnection(
  { connections, members }: Pick<DisconnectNeeds, 'connections' | 'members'>,
  connection: Loaded<CalendarConnection>,
): Promise<ConnectionRead> {
  const [member, holderId] = await Promise.all([
    members.find(connection.state.memberId),
    connections.idOfAccount(accountOf(connection.state)),
  ]);
  return { connection, member, holderId };
}

/** Stops syncing for good. Jobs end the calendar's events, and give watch and grant back; a second time changes nothing. */
export const disconnectCalendar =
  (needs: DisconnectNeeds) =>
  (workspace: Workspace, read: ConnectionRead): Promise<CalendarConnection> =>
    againAfterLostRace(needs.patience, async (round) => {
      const { connection, member, holderId } = round === 0 ? read : await readAgain(needs, read.connection.state.id);
      const now = needs.clock.now();
      const { state, events } = disconnected(connection.state, now);
      if (state === connection.state) return state;
      const { id: connectionId, workspaceId, memberId } = state;
      await needs.changes.save({
        at: now,
        calendarConnections: [{ before: connection, after: state }],
        accounts: holderId === state.id ? [{ ...accountOf(state), before: state.id, after: undefined }] : [],
        ...(member && { members: [{ before: member, after: noteConnection(member.state, state, now) }] }),
        events: events.map((type) => ({ type, connection: state })),
        jobs: [
          { type: 'job.connection_ending', content: { workspaceId, memberId, connectionId } },
          // Of an archived workspace nobody sees the events any more, and its bots are ended all at once.
          ...(workspace.archivedAt === null
            ? [{ type: 'job.event_endings', content: { workspaceId, memberId, connectionId } } as const]
            : []),
        ],
        audience: workspace.endpoints,
      } satisfies Changes);
      return state;
    });

async function readAgain(needs: DisconnectNeeds, id: CalendarConnectionId): Promise<ConnectionRead> {
  const connection = await needs.connections.find(id);
  if (!connection) throw notFound('calendar connection');
  return readConnection(needs, connection);
}

const accountOf = ({ workspaceId, provider, accountEmail }: CalendarConnection) => ({
  workspaceId,
  provider,
  email: accountEmail,
});
