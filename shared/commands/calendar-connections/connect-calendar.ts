import { againAfterLostRace } from '#shared/commands/again-after-lost-race';
import type { CalendarConnection } from '#shared/domain/calendar-connections/calendar-connection';
import { connected, consentedAgain } from '#shared/domain/calendar-connections/transitions';
import type { MemberId } from '#shared/domain/ids';
import { comparableEmail, type Member } from '#shared/domain/members/member';
import { noteConnection } from '#shared/domain/members/note-connection';
import { conflict, unprocessable } from '#shared/domain/refusal';
import type { Workspace } from '#shared/domain/workspaces/workspace';
import type { ChangeStore, Loaded } from '#shared/ports/changes';
import type { Clock } from '#shared/ports/clock';
import type { IdMaker } from '#shared/ports/ids';
import type { Patience } from '#shared/ports/patience';
import type { CalendarConnectionStore, MemberStore } from '#shared/ports/stores';

interface Needs {
  readonly connections: CalendarConnectionStore;
  readonly members: MemberStore;
  readonly changes: ChangeStore;
  readonly ids: IdMaker;
  readonly clock: Clock;
  readonly patience: Patience;
}

/** Whose calendar it is, and the account that consent was given for. */
export interface Consent {
  readonly memberId: MemberId;
  readonly provider: CalendarConnection['provider'];
  readonly accountEmail: string;
}

/**
 * What follows a member's consent. A connection of theirs to this account is healed and keeps its id; otherwise one is
 * made, unless the account is active for another member of the workspace.
 */
export const connectCalendar =
  (needs: Needs) =>
  (workspace: Workspace, consent: Consent): Promise<CalendarConnection> =>
    againAfterLostRace(needs.patience, async () => {
      const accountEmail = comparableEmail(consent.accountEmail);
      const account = { workspaceId: workspace.id, provider: consent.provider, email: accountEmail };
      const [member, holderId] = await Promise.all([
        needs.members.find(consent.memberId),
        needs.connections.idOfAccount(account),
      ]);
      if (member?.state.workspaceId !== workspace.id)
        throw unprocessable('member_id', 'invalid', 'member_id is not the id of a member of this workspace.');
      const [holder, own] = await Promise.all([
        holderId && needs.connections.find(holderId),
        ownTo(needs.connections, member.state, { ...consent, accountEmail }),
      ]);
      refuseTaken(holder?.state, member.state);

      const now = needs.clock.now();
      const identity = { ...consent, accountEmail, workspaceId: workspace.id, createdAt: now };
      const { state, events } = own
        ? consentedAgain(own.state, now)
        : connected({ ...identity, id: needs.ids.make('cal') });
      await needs.changes.save({
        at: now,
        calendarConnections: [{ before: own, after: state }],
        accounts: holderId === state.id ? [] : [{ ...account, before: holderId, after: state.id }],
        members: [{ before: member, after: noteConnection(member.state, state, now) }],
        events: events.map((type) => ({ type, connection: state })),
        audience: workspace.endpoints,
      });
      return state;
    });

function refuseTaken(holder: CalendarConnection | undefined, { id }: Member): void {
  if (holder?.status === 'active' && holder.memberId !== id)
    throw conflict('Another member of the workspace has connected this calendar.', 'calendar_already_connected');
}

/** The member's connection to this account that stands, also where the account has been another member's meanwhile. */
async function ownTo(
  connections: CalendarConnectionStore,
  { connections: notes }: Member,
  { provider, accountEmail }: Consent,
): Promise<Loaded<CalendarConnection> | undefined> {
  const standing = notes.filter((note) => note.provider === provider && note.status !== 'disconnected');
  const rows = await Promise.all(standing.map(({ id }) => connections.find(id)));
  return rows.find((row) => row?.state.accountEmail === accountEmail && row.state.status !== 'disconnected');
}
