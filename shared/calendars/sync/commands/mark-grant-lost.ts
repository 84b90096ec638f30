import { noteConnection } from '#shared/accounts/members/rules/member';
import { members } from '#shared/accounts/members/store';
import { workspaces } from '#shared/accounts/workspaces/store';
import type { SyncErrorCode } from '#shared/calendars/connections/rules/calendar-connection';
import { stoppedSyncing, syncedAsOf } from '#shared/calendars/connections/rules/transitions';
import { calendarConnections } from '#shared/calendars/connections/store';
import type { Lease } from '#shared/calendars/sync/commands/lease';
import { stopped } from '#shared/calendars/sync/rules/sync-transitions';
import { calendarSyncs } from '#shared/calendars/sync/store';
import { command } from '#shared/foundation/commands/command';
import { idOf } from '#shared/foundation/core/ids';
import { LeaseLost } from '#shared/foundation/core/store';

/** Sets the connection to `error`, sends its webhook event and stops the sync: the member has to consent again. */
export const markGrantLost = command(async (context, lease: Lease, code: SyncErrorCode): Promise<void> => {
  const { table } = context;
  const connectionId = idOf('cal', lease.id);
  const [sync, connection, member, workspace] = await Promise.all([
    calendarSyncs.find(table, lease.id),
    connectionId && calendarConnections.find(table, connectionId),
    members.find(table, lease.sync.memberId),
    workspaces.find(table, lease.sync.workspaceId),
  ]);
  // A consent during the run takes the lease: the error is not about the new grant.
  if (sync?.state.claimedUntil !== lease.until || !connection) throw new LeaseLost('Another run has the lease.');
  const at = context.clock.now();
  const { state, events } = stoppedSyncing(syncedAsOf(connection.state, sync.state), {
    code,
    message: messageFor(code),
  });
  const isChanged = events.length > 0;
  await context.changes.save({
    at,
    writes: [
      calendarSyncs.put(sync, stopped(sync.state)),
      isChanged ? calendarConnections.put(connection, state) : [],
      isChanged && member ? members.put(member, noteConnection(member.state, state, at)) : [],
    ],
    events: events.map((type) => ({ type, connection: state })),
    subscriptions: workspace?.state.endpoints ?? [],
  });
});

const MESSAGES: Readonly<Record<SyncErrorCode, string>> = {
  access_revoked: 'The member revoked the access to this calendar.',
  grant_expired:
    'The provider ended the access to this calendar, for example after a password change or a long time without use.',
  insufficient_scope: 'The member did not grant access to the calendar.',
  admin_consent_required: "The member's organization lets only its administrators grant access to calendars.",
  account_unavailable: 'The account is suspended or deleted, or has no calendar.',
  provider_error: 'The provider repeatedly refused access to this calendar.',
};

/** The `error.message` of a connection: the cause, and how to recover. */
const messageFor = (code: SyncErrorCode): string => `${MESSAGES[code]} Send the member a new connect link.`;
