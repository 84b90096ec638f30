import { startPurge, type Workspace, type WorkspaceJob } from '#shared/accounts/workspaces/rules/workspace';
import { workspaces } from '#shared/accounts/workspaces/store';
import { disconnectCalendar } from '#shared/calendars/connections/commands/disconnect-calendar';
import { connectionPage } from '#shared/calendars/connections/store';
import { disconnectFeed } from '#shared/calendars/feeds/commands/disconnect-feed';
import { calendarFeeds } from '#shared/calendars/feeds/store';
import { cancelUnfinishedBot } from '#shared/capture/bots/commands/end-bot';
import { command } from '#shared/foundation/commands/command';
import type { CommandContext } from '#shared/foundation/commands/context';
import type { WorkspaceId } from '#shared/foundation/core/ids';
import { mapConcurrently } from '#shared/foundation/core/map-concurrently';
import type { Table } from '#shared/foundation/core/table';
import type { FileStorage } from '#shared/foundation/files/ports';
import type { WorkspaceRows } from '#shared/lifecycle/workspaces/ports/workspace-rows';
import { cancellableBots } from '#shared/meetings/bots/store';
import { cancelUnfinishedOrder } from '#shared/texts/orders/commands/change-order';
import { hasEnded } from '#shared/texts/orders/rules/order';
import { orderPage } from '#shared/texts/orders/store';
import { uploadsOf } from '#shared/texts/uploads/rules/upload';
import { updateEndpoint } from '#shared/webhooks/endpoints/commands/save-endpoint';
import { webhookEndpoints } from '#shared/webhooks/endpoints/store';

const PAGE = 50;
const AT_ONCE = 5;

/** Cancels a page of the bots of an archived workspace; returns the position of the next page, or undefined after the last. */
export const cancelBots =
  (context: CommandContext) =>
  async ({ workspaceId }: WorkspaceJob, after: string | undefined): Promise<string | undefined> => {
    if (!(await findArchived(context.table, workspaceId))) return undefined;
    const { items, next } = await cancellableBots(context.table, workspaceId, { limit: PAGE, after });
    await mapConcurrently(items, AT_ONCE, (id) => cancelUnfinishedBot(context)(id));
    return next;
  };

/** Cancels a page of the orders of an archived workspace; returns the position of the next page, or undefined after the last. */
export const cancelOrders =
  (context: CommandContext) =>
  async ({ workspaceId }: WorkspaceJob, after: string | undefined): Promise<string | undefined> => {
    const { table } = context;
    if (!(await findArchived(table, workspaceId))) return undefined;
    const { items, next } = await orderPage(table, { workspaceId }, { limit: PAGE, after });
    const unfinished = items.filter((order) => !hasEnded(order));
    // One at a time: the orders of a workspace give their places back in one row.
    for (const { id } of unfinished) await cancelUnfinishedOrder(context)(id);
    return next;
  };

/** Disconnects a page of the calendars of an archived workspace; returns the position of the next page, or undefined after the last. */
export const disconnectCalendars =
  (context: CommandContext) =>
  async ({ workspaceId }: WorkspaceJob, after: string | undefined): Promise<string | undefined> => {
    const { table } = context;
    if (!(await findArchived(table, workspaceId))) return undefined;
    const { items, next } = await connectionPage(table, { workspaceId }, { limit: PAGE, after });
    // One at a time: the calendars of one member write the same row.
    for (const { id, status } of items) if (status !== 'disconnected') await disconnectCalendar(context)(id);
    return next;
  };

/** Disconnects a page of the calendar feeds of an archived workspace; returns the position of the next page, or undefined after the last. */
export const disconnectFeeds =
  (context: CommandContext) =>
  async ({ workspaceId }: WorkspaceJob, after: string | undefined): Promise<string | undefined> => {
    const { table } = context;
    if (!(await findArchived(table, workspaceId))) return undefined;
    const { items, next } = await calendarFeeds.list(table, workspaceId, { limit: PAGE, after });
    // One at a time: the feeds of a workspace are counted in one row.
    for (const { id, status } of items) if (status !== 'disconnected') await disconnectFeed(context)(id);
    return next;
  };

/** Disables the webhook endpoints of an archived workspace; deliveries that are still waiting are skipped. */
export const disableEndpoints =
  (context: CommandContext) =>
  async ({ workspaceId }: WorkspaceJob): Promise<void> => {
    const { table } = context;
    const endpoints = (await findArchived(table, workspaceId))?.endpoints ?? [];
    for (const { id } of endpoints)
      if (await webhookEndpoints.find(table, id)) await updateEndpoint(context)(id, DISABLED);
  };

const DISABLED = { url: undefined, enabledEvents: undefined, status: 'disabled', metadata: undefined } as const;

/** Never a workspace that is not archived, even if a job names one by mistake. */
async function findArchived(table: Table, id: WorkspaceId): Promise<Workspace | undefined> {
  const workspace = await workspaces.find(table, id);
  return workspace && workspace.state.archivedAt !== null ? workspace.state : undefined;
}

/**
 * Starts the purge of an archived workspace that is due. The workspace becomes due again a day later, so that a purge
 * that did not end is started again; a repeated notification changes nothing.
 */
export const beginPurge = command(async ({ table, clock, changes }, workspaceId: WorkspaceId): Promise<void> => {
  const before = await workspaces.find(table, workspaceId);
  const at = clock.now();
  const after = before && startPurge(before.state, at);
  if (!after) return;
  await changes.save({
    at,
    writes: [workspaces.put(before, after)],
    jobs: [{ type: 'job.workspace_purge', content: { workspaceId } }],
  });
});

interface Storage {
  readonly rows: WorkspaceRows;
  readonly files: Pick<FileStorage, 'removeSome'>;
}

/** The list that the purge is at; the files follow the last list, and the workspace itself comes at the end. */
interface Position {
  readonly list: number;
}

/** Deletes some content of an archived workspace; returns the next position. A list is left only when it is empty. */
export const purgeSome =
  ({ table }: CommandContext, { rows, files }: Storage) =>
  async ({ workspaceId }: WorkspaceJob, { list }: Position = { list: 0 }): Promise<Position | 'done'> => {
    const workspace = await workspaces.find(table, workspaceId);
    // Never a workspace that is not archived, even if a job names one by mistake.
    if (!workspace || workspace.state.archivedAt === null) return 'done';
    if (list < rows.lists) return (await rows.clearSome(workspaceId, list)) ? { list } : { list: list + 1 };
    for (const prefix of [`${workspaceId}/`, uploadsOf(workspaceId)])
      if (await files.removeSome(prefix)) return { list };
    await rows.clearRest(workspace.state);
    return 'done';
  };
