import { endRetention, moveRetention, retentionDueAt } from '#shared/accounts/workspaces/retention-store';
import type { Workspace } from '#shared/accounts/workspaces/rules/workspace';
import { workspaces } from '#shared/accounts/workspaces/store';
import { command } from '#shared/foundation/commands/command';
import type { CommandContext } from '#shared/foundation/commands/context';
import type { MeetingId, WorkspaceId } from '#shared/foundation/core/ids';
import { mapConcurrently } from '#shared/foundation/core/map-concurrently';
import type { Table } from '#shared/foundation/core/table';
import { later } from '#shared/foundation/core/time';
import { deleteExpired } from '#shared/lifecycle/meetings/commands/delete-meeting';
import { removeExpired } from '#shared/lifecycle/meetings/commands/remove-results';
import { meetingsStartedBefore } from '#shared/meetings/meetings/lists-store';
import type { Meeting } from '#shared/meetings/meetings/rules/meeting';
import { factsOf } from '#shared/meetings/meetings/rules/resolve-meeting-settings';
import {
  type Expired,
  expiredOf,
  RETENTION_PERIOD_MS,
  type RetentionJob,
  retentionDays,
} from '#shared/meetings/meetings/rules/retention';
import { meetings } from '#shared/meetings/meetings/store';
import { loadMeetingLayers } from '#shared/meetings/settings/commands/load-layers';
import { resolveSettings } from '#shared/meetings/settings/rules/resolve-settings';

const PAGE = 50;
const AT_ONCE = 5;

/** Begins a walk through the meetings of a workspace that is due, and notes the next one. An archived workspace has none. */
export const beginRetentionWalk = command(async (context, workspaceId: WorkspaceId): Promise<void> => {
  const { table, clock, changes } = context;
  const at = clock.now();
  const [dueAt, workspace] = await Promise.all([
    retentionDueAt(table, workspaceId),
    workspaces.find(table, workspaceId),
  ]);
  if (dueAt === undefined || dueAt > at) return;
  if (!workspace || workspace.state.archivedAt !== null) {
    await changes.save({ at, writes: [[endRetention(workspaceId)]] });
    return;
  }
  await changes.save({
    at,
    writes: [[moveRetention(workspaceId, dueAt, later(at, RETENTION_PERIOD_MS))]],
    jobs: [{ type: 'job.workspace_retention', content: { workspaceId } }],
  });
});

/** Applies retention to a page of the meetings of a workspace; answers where the next page begins, undefined after the last. */
export const applyRetention =
  (context: CommandContext) =>
  async ({ workspaceId }: RetentionJob, after: string | undefined): Promise<string | undefined> => {
    const { table, clock } = context;
    const workspace = await workspaces.find(table, workspaceId);
    if (!workspace || workspace.state.archivedAt !== null) return undefined;
    const page = await meetingsStartedBefore(table, workspaceId, clock.now(), { limit: PAGE, after });
    await mapConcurrently(page.items, AT_ONCE, (id) => retain(context, workspace.state, id));
    return page.next;
  };

/** What is removed is decided again by each transaction, so that a hold or a later end that came meanwhile counts. */
async function retain(context: CommandContext, workspace: Workspace, id: MeetingId): Promise<void> {
  const { table, clock, retentionMaximumDays } = context;
  const meeting = await meetings.find(table, id);
  if (!meeting) return;
  const days = retentionDays(await valuesNow(table, workspace, meeting.state), retentionMaximumDays);
  const expired = (of: Meeting): Expired => expiredOf(of, days, clock.now());
  const now = expired(meeting.state);
  if (now === 'meeting') await deleteExpired(context)(workspace, id, (of) => expired(of) === 'meeting');
  else if (now.length > 0) await removeExpired(context)(workspace, id, expired);
}

/** By the settings of today, which a past meeting does not show. */
async function valuesNow(table: Table, workspace: Workspace, meeting: Meeting) {
  const layers = await loadMeetingLayers(table, workspace, meeting);
  return resolveSettings(layers, factsOf(meeting, workspace.emailDomains)).values;
}
