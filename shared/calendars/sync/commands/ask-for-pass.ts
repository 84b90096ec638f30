import type { CalendarConnection } from '#shared/calendars/connections/rules/calendar-connection';
import type { CalendarSyncStore } from '#shared/calendars/sync/ports/calendar-syncs';
import type { CalendarSync } from '#shared/calendars/sync/rules/calendar-sync';
import { asked, isClaimed } from '#shared/calendars/sync/rules/sync-transitions';
import { againAfterLostRace } from '#shared/core/again-after-lost-race';
import type { Clock } from '#shared/core/clock';
import type { CalendarConnectionId } from '#shared/core/ids';
import type { UseOf } from '#shared/core/limits';
import type { Patience } from '#shared/core/patience';
import { conflict } from '#shared/core/refusal';
import type { Loaded } from '#shared/core/store';
import type { Instant } from '#shared/core/time';
import type { ChangeStore, Changes } from '#shared/events/ports/changes';
import { type Keep, keepNothing } from '#shared/events/ports/kept-answers';

export interface AskNeeds {
  readonly syncs: CalendarSyncStore;
  readonly changes: ChangeStore;
  readonly clock: Clock;
  readonly patience: Patience;
}

type Rule = (sync: CalendarSync, now: Instant) => CalendarSync;

/** What a provider's notification calls for: a pass at once, and whatever else the rule makes of the sync. */
export const heedNotification =
  (needs: AskNeeds) =>
  (id: CalendarConnectionId, rule: Rule = (sync) => sync): Promise<void> =>
    askFor(needs, id, rule);

interface RequestNeeds extends AskNeeds {
  readonly useOf: UseOf;
}

/** A connection that somebody wants passed over, with its sync as it was read along. */
export interface AskedConnection {
  readonly connection: CalendarConnection;
  readonly sync: Loaded<CalendarSync> | undefined;
}

/** A pass at once, because somebody asked the API for it; counted, however little there is to do. */
export const askForPass =
  (needs: RequestNeeds) =>
  async (
    { connection, sync }: AskedConnection,
    keep: Keep<CalendarConnection> = keepNothing,
  ): Promise<CalendarConnection> => {
    if (connection.status !== 'active')
      throw conflict('The calendar connection is not active: nothing is synced until the member consents again.');
    const uses = [needs.useOf('calendar_syncs', connection.workspaceId, needs.clock.now())];
    await askFor(needs, connection.id, (one) => one, { uses, answer: await keep(connection), first: { sync } });
    return connection;
  };

interface Beside extends Pick<Changes, 'uses' | 'answer'> {
  /** The sync as the first round finds it. */
  readonly first?: { readonly sync: Loaded<CalendarSync> | undefined };
}

/** One who asks while a pass runs is served by the next. What is due already is not said again: its message is under way. */
const askFor = (
  { syncs, changes, clock, patience }: AskNeeds,
  id: CalendarConnectionId,
  rule: Rule,
  { first, ...beside }: Beside = {},
): Promise<void> =>
  againAfterLostRace(patience, async (round) => {
    const before = round === 0 && first ? first.sync : await syncs.find(id);
    const now = clock.now();
    const after = before && asked(rule(before.state, now), now);
    const isNews = before !== undefined && after !== undefined && after !== before.state;
    const isDueNow = isNews && after.dueAt !== null && after.dueAt <= now && !isClaimed(after, now);
    await changes.save({
      ...beside,
      at: now,
      calendarSyncs: isNews ? [{ before, after }] : [],
      jobs: isDueNow ? [{ type: 'calendar.due', connectionId: id }] : [],
    });
  });
