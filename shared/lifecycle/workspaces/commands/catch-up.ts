import { isPaused } from '#shared/accounts/workspaces/rules/pause';
import type { WorkspaceJob } from '#shared/accounts/workspaces/rules/workspace';
import { workspaces } from '#shared/accounts/workspaces/store';
import { connectionPage } from '#shared/calendars/connections/store';
import { calendarFeeds } from '#shared/calendars/feeds/store';
import { scheduleSync } from '#shared/calendars/sync/commands/request-sync';
import { command } from '#shared/foundation/commands/command';
import type { CommandContext } from '#shared/foundation/commands/context';
import type { BotId, WorkspaceId } from '#shared/foundation/core/ids';
import { mapConcurrently } from '#shared/foundation/core/map-concurrently';
import type { Loaded } from '#shared/foundation/core/store';
import type { Table } from '#shared/foundation/core/table';
import { later, SECOND_MS } from '#shared/foundation/core/time';
import type { QueuedBot } from '#shared/meetings/bots/rules/bot';
import { bots, queuedBots } from '#shared/meetings/bots/store';
import { resumed } from '#shared/webhooks/delivery/rules/rate-slot';
import { deliveries, deliveryStore } from '#shared/webhooks/delivery/store';

const PAGE = 50;
const AT_ONCE = 5;
/** Deliveries of one second are sent in any order. */
const PER_SECOND = 25;

/** Works on a page of what waited; returns the position of the next page, or undefined after the last. */
type CatchUp = (job: WorkspaceJob, after: string | undefined) => Promise<string | undefined>;

/**
 * Makes deliveries that waited due now, the oldest first and some each second: the next sweep sends them. What is scheduled
 * for later keeps its time. Each row is saved only if nothing else has changed it.
 */
export const sendHeldDeliveries =
  ({ table, clock }: CommandContext): CatchUp =>
  async ({ workspaceId }, after) => {
    if (await waitsAgain(table, workspaceId)) return undefined;
    const store = deliveryStore(table);
    const { items, next } = await store.oldestWaiting(workspaceId, { limit: PAGE, after });
    const startedAt = clock.now();
    await mapConcurrently([...items.entries()], AT_ONCE, async ([nth, { id }]) => {
      const before = await deliveries.find(table, id);
      const now = clock.now();
      const due = before && resumed(before.state, now, later(startedAt, Math.floor(nth / PER_SECOND) * SECOND_MS));
      if (due) await store.save(before, due, now);
    });
    return next;
  };

/** Makes bots that waited due now. Dispatch decides whether they are sent or came too late. */
export const sendHeldBots =
  (context: CommandContext): CatchUp =>
  async ({ workspaceId }, after) => {
    if (await waitsAgain(context.table, workspaceId)) return undefined;
    const { items, next } = await queuedBots(context.table, workspaceId, { limit: PAGE, after });
    await mapConcurrently(items, AT_ONCE, (id) => sendHeldBot(context)(id));
    return next;
  };

const sendHeldBot = command(async ({ table, clock, changes }, id: BotId): Promise<void> => {
  const before = await bots.find(table, id);
  const at = clock.now();
  if (!before || !isHeld(before) || (before.state.nextTurnAt ?? at) <= at) return;
  const writes = [bots.put(before, { ...before.state, nextTurnAt: at })];
  await changes.save({ at, writes, jobs: [{ type: 'bot.due', botId: id }] });
});

const isHeld = (bot: Loaded<unknown>): bot is Loaded<QueuedBot> => {
  const { status, waitedForResumption } = bot.state as Partial<QueuedBot>;
  return status === 'queued' && waitedForResumption === true;
};

/** Makes the sync of each calendar due now; one that is not synced any more stays so. */
export const syncCalendars =
  (context: CommandContext): CatchUp =>
  async ({ workspaceId }, after) => {
    if (await waitsAgain(context.table, workspaceId)) return undefined;
    const { items, next } = await connectionPage(context.table, { workspaceId }, { limit: PAGE, after });
    await mapConcurrently(items, AT_ONCE, ({ id }) => scheduleSync(context)(id));
    return next;
  };

/** The same for calendar feeds. */
export const syncFeeds =
  (context: CommandContext): CatchUp =>
  async ({ workspaceId }, after) => {
    if (await waitsAgain(context.table, workspaceId)) return undefined;
    const { items, next } = await calendarFeeds.list(context.table, workspaceId, { limit: PAGE, after });
    await mapConcurrently(items, AT_ONCE, ({ id }) => scheduleSync(context)(id));
    return next;
  };

/** It was paused again, or is gone: what waits, waits on. */
async function waitsAgain(table: Table, id: WorkspaceId): Promise<boolean> {
  const workspace = await workspaces.find(table, id);
  return workspace === undefined || isPaused(workspace.state);
}
