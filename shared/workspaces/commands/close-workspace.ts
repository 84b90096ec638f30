import { botChanges } from '#shared/bots/commands/bot-changes';
import { cancel } from '#shared/bots/rules/transitions';
import { disconnectCalendar } from '#shared/calendars/connections/commands/disconnect-calendar';
import type { CommandContext } from '#shared/commands/context';
import { withRetry } from '#shared/commands/with-retry';
import type { BotId } from '#shared/core/ids';
import type { BotStore, CalendarConnectionStore, MeetingStore, WorkspaceStore } from '#shared/events/ports/stores';
import { updateEndpoint } from '#shared/webhooks/endpoints/commands/save-endpoint';
import type { WorkspaceJob } from '#shared/workspaces/rules/archive';
import type { Workspace } from '#shared/workspaces/rules/workspace';

export interface CloseNeeds extends CommandContext {
  readonly connections: CalendarConnectionStore;
  readonly workspaces: WorkspaceStore;
  readonly bots: BotStore;
  readonly meetings: MeetingStore;
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
      await Promise.all(items.slice(at, at + AT_ONCE).map((id) => cancelOne(needs, workspace, id)));
    return next;
  };

const cancelOne = (needs: CloseNeeds, { endpoints: audience }: Workspace, id: BotId): Promise<void> =>
  withRetry(needs, async () => {
    const bot = await needs.bots.find(id);
    const meeting = bot && (await needs.meetings.find(bot.state.meetingId));
    if (!meeting) return;
    const now = needs.clock.now();
    const decision = cancel(bot.state, now);
    if (decision.state === bot.state) return;
    // Whoever is in a call, or on the way there, has to be told to leave.
    const jobs = bot.state.status === 'queued' ? [] : [{ type: 'job.recording', botId: id } as const];
    await needs.changes.save(botChanges({ bot, meeting, audience }, decision, now, { jobs }));
  });

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
