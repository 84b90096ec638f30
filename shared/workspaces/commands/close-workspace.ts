import { cancelUnfinishedBot } from '#shared/bots/commands/cancel-bot';
import { botStore } from '#shared/bots/store';
import { disconnectCalendar } from '#shared/calendars/connections/commands/disconnect-calendar';
import { calendarConnectionStore } from '#shared/calendars/connections/store';
import type { CommandContext } from '#shared/commands/context';
import type { WorkspaceId } from '#shared/core/ids';
import { mapConcurrently } from '#shared/core/map-concurrently';
import type { Table } from '#shared/core/table';
import { updateEndpoint } from '#shared/webhooks/endpoints/commands/save-endpoint';
import { webhookEndpoints } from '#shared/webhooks/endpoints/store';
import type { WorkspaceJob } from '#shared/workspaces/rules/archive';
import type { Workspace } from '#shared/workspaces/rules/workspace';
import { workspaces } from '#shared/workspaces/store';

const PAGE = 50;
const AT_ONCE = 5;

/** Cancels a page of the bots of an archived workspace; returns the position of the next page, or undefined after the last. */
export const cancelBots =
  (context: CommandContext) =>
  async ({ workspaceId }: WorkspaceJob, after: string | undefined): Promise<string | undefined> => {
    if (!(await findArchived(context.table, workspaceId))) return undefined;
    const { items, next } = await botStore(context.table).cancellable(workspaceId, { limit: PAGE, after });
    await mapConcurrently(items, AT_ONCE, (id) => cancelUnfinishedBot(context)(id));
    return next;
  };

/** Disconnects a page of the calendars of an archived workspace; returns the position of the next page, or undefined after the last. */
export const disconnectCalendars =
  (context: CommandContext) =>
  async ({ workspaceId }: WorkspaceJob, after: string | undefined): Promise<string | undefined> => {
    const { table } = context;
    if (!(await findArchived(table, workspaceId))) return undefined;
    const { items, next } = await calendarConnectionStore(table).page({ workspaceId }, { limit: PAGE, after });
    // One at a time: the calendars of one member write the same row.
    for (const { id, status } of items) if (status !== 'disconnected') await disconnectCalendar(context)(id);
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
