import { workspaces } from '#shared/accounts/workspaces/store';
import type { ConnectionEnding } from '#shared/calendars/connections/rules/calendar-connection';
import { grantContext } from '#shared/calendars/sync/commands/access-token';
import { endEventOf } from '#shared/calendars/sync/commands/import-event';
import type { SyncContext } from '#shared/calendars/sync/commands/sync-context';
import { CursorExpired, GrantLost, ProviderRefused } from '#shared/calendars/sync/ports';
import type { CalendarSync } from '#shared/calendars/sync/rules/calendar-sync';
import { ending } from '#shared/calendars/sync/rules/sync-transitions';
import { forgetSync } from '#shared/calendars/sync/sources-store';
import { calendarSyncs, calendarsOfAccount } from '#shared/calendars/sync/store';
import { findCalendar } from '#shared/calendars/sync/synced-calendar-store';
import { command } from '#shared/foundation/commands/command';
import type { CommandContext } from '#shared/foundation/commands/context';
import type { CalendarId } from '#shared/foundation/core/ids';
import { mapConcurrently } from '#shared/foundation/core/map-concurrently';
import { DecryptionFailed } from '#shared/foundation/core/secrets';
import type { Table } from '#shared/foundation/core/table';
import type { Instant } from '#shared/foundation/core/time';
import { importedPeople } from '#shared/meetings/calendar-events/commands/count-people';
import { sourcesOf } from '#shared/meetings/calendar-events/sources-store';

type EndingContext = CommandContext & Pick<SyncContext, 'sealer' | 'providers'>;

const CONCURRENCY = 10;

/**
 * Takes the lease from the run that has it and prevents further runs. Returns when the last run is over for certain, on
 * each call. What that run still imports until then is found by its source.
 */
export const stopSync = command(async (context, { calendarId }: ConnectionEnding): Promise<Instant | null> => {
  const before = await calendarSyncs.find(context.table, calendarId);
  if (!before || !(await isDisconnected(context.table, calendarId))) return null;
  const after = ending(before.state);
  await context.changes.save({ at: context.clock.now(), writes: [calendarSyncs.put(before, after)] });
  return after.claimedUntil;
});

/**
 * Cancels the upcoming events of the calendar, the soonest first, and deletes what the sync stored of them. Throws the 429
 * of a minute in which the calendars of the workspace change no more people.
 */
export const endSources =
  (context: CommandContext) =>
  async ({ workspaceId, memberId, calendarId }: ConnectionEnding): Promise<'all' | 'some'> => {
    const { table } = context;
    const [workspace, connection] = await Promise.all([
      workspaces.find(table, workspaceId),
      findCalendar(table, calendarId),
    ]);
    if (connection && connection.row.state.status !== 'disconnected') return 'all';
    // The bots of an archived workspace end all together, and its events are not shown.
    if (workspace && workspace.state.archivedAt === null) {
      const sources = [...(await sourcesOf(table, calendarId))].sort((one, other) => one.startsAt - other.startsAt);
      await mapConcurrently(sources, CONCURRENCY, (source) =>
        endEventOf(context, workspace.state, source, importedPeople(context, workspace.state, memberId)),
      );
    }
    return (await forgetSync(table, calendarId)) ? 'all' : 'some';
  };

/**
 * Stops the watch and revokes the grant, then deletes both. A grant that is lost, that cannot be opened, or that the
 * provider refuses to revoke counts as revoked. Throws other errors: a later attempt may succeed.
 */
export const returnGrant =
  (context: EndingContext) =>
  async ({ calendarId }: ConnectionEnding): Promise<void> => {
    const sync = await calendarSyncs.find(context.table, calendarId);
    if (!sync || !(await isDisconnected(context.table, calendarId))) return;
    await unlessFinal(revokeAtProvider(context, sync.state));
    await deleteGrant(context)({ calendarId });
  };

/** Deletes the connection's sync with its grant, revoked or not. */
export const deleteGrant =
  (context: CommandContext) =>
  async ({ calendarId }: Pick<ConnectionEnding, 'calendarId'>): Promise<void> => {
    const sync = await calendarSyncs.find(context.table, calendarId);
    if (!sync || !(await isDisconnected(context.table, calendarId))) return;
    await context.changes.save({ at: context.clock.now(), writes: [calendarSyncs.remove(sync)] });
  };

/** Checked by each step: a job with a wrong id must do no harm. */
const isDisconnected = async (table: Table, id: CalendarId): Promise<boolean> =>
  (await findCalendar(table, id))?.row.state.status === 'disconnected';

/**
 * A provider may revoke all grants of an account with one of them: where another connection uses the same account, only
 * the watch is stopped.
 */
async function revokeAtProvider({ table, providers, sealer }: EndingContext, sync: CalendarSync): Promise<void> {
  // A feed has no watch, and its URL is not ours to revoke.
  if (sync.provider === 'feed') return;
  const { calendar, consent } = providers[sync.provider];
  const grant = await sealer.open(sync.sealedGrant, grantContext(sync));
  if (sync.watch) {
    const { accessToken } = await consent.access(grant);
    await unlessFinal(calendar.stopWatch(accessToken, sync.watch));
  }
  const holders = await calendarsOfAccount(table, { provider: sync.provider, email: sync.accountEmail });
  if (holders.every((id) => id === sync.calendarId)) await consent.revoke(grant);
}

const FINAL = [GrantLost, ProviderRefused, CursorExpired, DecryptionFailed];

/** Ignores errors that the provider would return each time. */
async function unlessFinal(work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!FINAL.some((kind) => error instanceof kind)) throw error;
  }
}
