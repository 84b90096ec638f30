import type { PassNeeds } from '#shared/calendars/sync/commands/needs';
import type { CalendarSync } from '#shared/calendars/sync/rules/calendar-sync';
import { isLeased, leased, resting } from '#shared/calendars/sync/rules/sync-transitions';
import type { Changes } from '#shared/commands/changes';
import { withRetry } from '#shared/commands/with-retry';
import type { CalendarConnectionId } from '#shared/core/ids';
import { type Instant, later, SECOND_MS } from '#shared/core/time';

/** A connection in the hands of one pass, which the end of the claim tells from any other. */
export interface Held {
  readonly id: CalendarConnectionId;
  readonly until: Instant;
  /** As it was saved last by this pass. */
  readonly sync: CalendarSync;
}

/** Why nobody passes now: gone for good, not to be synced, in other hands, or not yet due. */
export type NotHeld = 'gone' | 'stopped' | 'elsewhere' | 'not_due';

/** Somebody else has the connection now, or it is to be synced no more: what this pass began is theirs to end. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}

/** The sweeper rounds up, and clocks differ a little. */
const EARLY_MS = 2 * SECOND_MS;

type ClaimNeeds = Pick<PassNeeds, 'syncs' | 'connections' | 'changes' | 'clock' | 'backoff'>;

/** Takes the connection for one pass, if it is due: a message is only a hint. */
export const claimSync = (needs: ClaimNeeds, id: CalendarConnectionId): Promise<Held | NotHeld> =>
  withRetry(needs, async () => {
    const [before, connection] = await Promise.all([needs.syncs.find(id), needs.connections.find(id)]);
    if (!before || !connection) return 'gone';
    const now = needs.clock.now();
    if (before.state.dueAt === null) return 'stopped';
    if (isLeased(before.state, now)) return 'elsewhere';
    if (connection.state.status !== 'active') {
      await needs.changes.save({ at: now, calendarSyncs: [{ before, after: resting(before.state) }] });
      return 'stopped';
    }
    if (before.state.dueAt > later(now, EARLY_MS)) return 'not_due';
    const sync = leased(before.state, now);
    await needs.changes.save({ at: now, calendarSyncs: [{ before, after: sync }] });
    return { id, until: sync.claimedUntil, sync };
  });

/** Saves what a rule makes of the sync, while it is still ours. Throws `LeaseLost`. */
export const saveHeld = (
  needs: ClaimNeeds,
  held: Held,
  rule: (sync: CalendarSync, now: Instant) => CalendarSync,
  beside: Omit<Changes, 'at' | 'calendarSyncs'> = {},
): Promise<Held> =>
  withRetry(needs, async () => {
    const before = await needs.syncs.find(held.id);
    if (before?.state.claimedUntil !== held.until) throw new LeaseLost('Another pass has this connection.');
    const now = needs.clock.now();
    const sync = rule(before.state, now);
    await needs.changes.save({ ...beside, at: now, calendarSyncs: [{ before, after: sync }] });
    return { ...held, sync };
  });
