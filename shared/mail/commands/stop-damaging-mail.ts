import { auditingService } from '#shared/commands/auditing';
import type { CommandContext } from '#shared/commands/context';
import type { WorkspaceId } from '#shared/core/ids';
import { mailCounts } from '#shared/mail/mail-counts-store';
import { damageOf, type StopReason } from '#shared/mail/rules/mail-reputation';
import { stopMail } from '#shared/workspaces/commands/stop-mail';
import { workspaces } from '#shared/workspaces/store';

interface Needs {
  /** The mail of a workspace was stopped. */
  readonly reportStopped: (workspace: WorkspaceId, reason: StopReason) => void;
}

/**
 * Counts one bounce or complaint of a workspace, and stops its mail where they are too many: with an audit event, in the
 * transaction of the stop. Only the operator lets it mail again.
 */
export const stopDamagingMail =
  (context: CommandContext, { reportStopped }: Needs) =>
  async (workspaceId: WorkspaceId, what: 'bounced' | 'complained'): Promise<void> => {
    const { table, clock } = context;
    const counts = mailCounts(table);
    await counts.add(workspaceId, what, clock.now());
    const reason = damageOf(await counts.recent(workspaceId, clock.now()));
    const workspace = reason && (await workspaces.find(table, workspaceId))?.state;
    if (!workspace || workspace.mailStop !== undefined) return;
    const audited = auditingService(context, 'workspace.mail_stopped', { workspaceId, targetId: workspaceId });
    await stopMail(audited)(workspaceId, reason);
    reportStopped(workspaceId, reason);
  };
