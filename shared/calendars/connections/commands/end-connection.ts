import type { ConnectionEnding } from '#shared/calendars/connections/rules/connection-ending';
import { endEventOf } from '#shared/calendars/sync/commands/end-source';
import type { PassNeeds } from '#shared/calendars/sync/commands/needs';
import { grantContext } from '#shared/calendars/sync/commands/open-access';
import { CursorExpired, GrantLost, ProviderRefused } from '#shared/calendars/sync/ports/calendar-provider';
import type { CalendarSyncStore } from '#shared/calendars/sync/ports/calendar-syncs';
import type { CalendarSync } from '#shared/calendars/sync/rules/calendar-sync';
import { ending } from '#shared/calendars/sync/rules/sync-transitions';
import type { CommandContext } from '#shared/commands/context';
import { withRetry } from '#shared/commands/with-retry';
import type { CalendarConnectionId } from '#shared/core/ids';
import { mapConcurrently } from '#shared/core/map-concurrently';
import { Unopenable } from '#shared/core/sealer';
import type { Instant } from '#shared/core/time';

export interface EndingNeeds
  extends CommandContext,
    Pick<PassNeeds, 'sealer' | 'providers' | 'connections' | 'workspaces'> {
  readonly syncs: CalendarSyncStore;
}

const AT_ONCE = 10;

/**
 * Takes the connection from whoever has it and lets nobody have it again; answers when the last pass is over for
 * certain, also the second time. What it still takes until then is found by its source.
 */
export const endPasses =
  (needs: EndingNeeds) =>
  ({ connectionId }: ConnectionEnding): Promise<Instant | null> =>
    withRetry(needs, async () => {
      const [before, connection] = await Promise.all([
        needs.syncs.find(connectionId),
        needs.connections.find(connectionId),
      ]);
      // Only ever one that is disconnected: a job that is wrong about it must do no harm.
      if (!before || connection?.state.status !== 'disconnected') return null;
      const after = ending(before.state);
      await needs.changes.save({ at: needs.clock.now(), calendarSyncs: [{ before, after }] });
      return after.claimedUntil;
    });

/** Ends the upcoming events that the calendar brought, and forgets what they were called there. */
export const endSources =
  (needs: EndingNeeds) =>
  async ({ workspaceId, connectionId }: ConnectionEnding): Promise<'all' | 'some'> => {
    const [workspace, connection] = await Promise.all([
      needs.workspaces.find(workspaceId),
      needs.connections.find(connectionId),
    ]);
    if (connection && connection.state.status !== 'disconnected') return 'all';
    // Of an archived workspace nobody sees the events any more, and its bots are ended all at once.
    if (workspace && workspace.state.archivedAt === null) {
      const sources = await needs.syncs.sources(connectionId);
      await mapConcurrently(sources, AT_ONCE, (source) => endEventOf(needs, workspace.state, source.eventId, source));
    }
    return (await needs.syncs.forget(connectionId)) ? 'all' : 'some';
  };

/**
 * Stops the watch and gives the grant back, then forgets both. A grant that is gone, that opens no more or that the
 * provider does not want, is nothing that could be given back. Throws whatever else there is: a later try may succeed.
 */
export const giveBack =
  (needs: EndingNeeds) =>
  async ({ connectionId }: ConnectionEnding): Promise<void> => {
    const sync = await needs.syncs.find(connectionId);
    if (!sync || !(await isDisconnected(needs, connectionId))) return;
    await unlessFinal(returnGrant(needs, sync.state));
    await forgetGrant(needs)({ connectionId });
  };

/** The last that is known of the connection's sync, given back or not. */
export const forgetGrant =
  (needs: EndingNeeds) =>
  async ({ connectionId }: Pick<ConnectionEnding, 'connectionId'>): Promise<void> => {
    const sync = await needs.syncs.find(connectionId);
    if (!sync || !(await isDisconnected(needs, connectionId))) return;
    const { watch } = sync.state;
    await needs.changes.save({
      at: needs.clock.now(),
      removedCalendarSyncs: [sync],
      removedWatchChannels: watch ? [watch.id] : [],
    });
  };

const isDisconnected = async ({ connections }: EndingNeeds, id: CalendarConnectionId): Promise<boolean> =>
  (await connections.find(id))?.state.status === 'disconnected';

/**
 * A provider may take one grant of an account that is given back for all of them: where another connection lives by
 * the same account, only the watch ends.
 */
async function returnGrant(needs: EndingNeeds, sync: CalendarSync): Promise<void> {
  const { calendar, consent } = needs.providers[sync.provider];
  const grant = await needs.sealer.open(sync.sealedGrant, grantContext(sync));
  if (sync.watch) {
    const { accessToken } = await consent.access(grant);
    await unlessFinal(calendar.stopWatch(accessToken, sync.watch));
  }
  const holders = await needs.syncs.ofAccount({ provider: sync.provider, email: sync.accountEmail });
  if (holders.every((id) => id === sync.connectionId)) await consent.revoke(grant);
}

const FINAL = [GrantLost, ProviderRefused, CursorExpired, Unopenable];

/** What the provider will say each time keeps nothing from being forgotten, nor the watch the grant from being returned. */
async function unlessFinal(work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!FINAL.some((kind) => error instanceof kind)) throw error;
  }
}
