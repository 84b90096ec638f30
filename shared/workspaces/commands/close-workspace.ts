import { cancelUnfinishedBot } from '#shared/bots/commands/cancel-bot';
import { disconnectCalendar } from '#shared/calendars/connections/commands/disconnect-calendar';
import type { CommandContext } from '#shared/commands/context';
import type { BotStore, CalendarConnectionStore, WorkspaceStore } from '#shared/events/ports/stores';
import { updateEndpoint } from '#shared/webhooks/endpoints/commands/save-endpoint';
import type { WorkspaceJob } from '#shared/workspaces/rules/archive';
import type { Workspace } from '#shared/workspaces/rules/workspace';

export interface CloseNeeds extends CommandContext {
  readonly connections: CalendarConnectionStore;
  readonly workspaces: WorkspaceStore;
  readonly bots: BotStore;
}

const A_STEP = 50;
const AT_ONCE = 5;

/** Cancels some bots of an archived workspace; answers where to go on, or undefined after the last. */
export const cancelBots =
  (needs: CloseNeeds) =>
  async ({ workspaceId }: WorkspaceJob, after: string | undefined): Promise<string | undefined> => {
    const workspace = await archivedOne(needs, workspaceId);
    if (!workspace) return undefined;
    const { items, next } = await needs.bots.cancellable(workspaceId, { limit: A_STEP, after });
    for (let at = 0; at < items.length; at += AT_ONCE)
      await Promise.all(items.slice(at, at + AT_ONCE).map((id) => cancelUnfinishedBot(needs)(id)));
    return next;
  };

/** Disconnects some calendars of an archived workspace; answers where to go on, or undefined after the last. */
export const disconnectCalendars =
  (needs: CloseNeeds) =>
  async ({ workspaceId }: WorkspaceJob, after: string | undefined): Promise<string | undefined> => {
    const workspace = await archivedOne(needs, workspaceId);
    if (!workspace) return undefined;
    const { items, next } = await needs.connections.page({ workspaceId }, { limit: A_STEP, after });
    // One after the other: those of one member share their row.
    for (const { id, status } of items) if (status !== 'disconnected') await disconnectCalendar(needs)(id);
    return next;
  };

/** Ends the webhooks of an archived workspace: what still waits to be sent is skipped from then on. At most twenty. */
export const disableEndpoints =
  (needs: CloseNeeds) =>
  async ({ workspaceId }: WorkspaceJob): Promise<void> => {
    const standing = (await archivedOne(needs, workspaceId))?.endpoints ?? [];
    for (const { id } of standing) await updateEndpoint(needs)(id, DISABLED);
  };

const DISABLED = { url: undefined, enabledEvents: undefined, status: 'disabled', metadata: undefined } as const;

/** Only ever one that is archived: a job that is wrong about it must do no harm. */
async function archivedOne({ workspaces }: CloseNeeds, id: Workspace['id']): Promise<Workspace | undefined> {
  const workspace = await workspaces.find(id);
  return workspace && workspace.state.archivedAt !== null ? workspace.state : undefined;
}
