import { auditingService } from '#shared/commands/auditing';
import type { CommandContext } from '#shared/commands/context';
import type { WorkspaceId } from '#shared/core/ids';
import { mailCounts } from '#shared/mail/mail-counts-store';
import { damageOf, isStopped, type RecipientGroup, type StopReason } from '#shared/mail/rules/mail-reputation';
import { stopMail } from '#shared/workspaces/commands/stop-mail';
import { workspaces } from '#shared/workspaces/store';

interface Needs {
  /** The mail of a workspace, or that to strangers, was stopped. */
  readonly reportStopped: (workspace: WorkspaceId, reason: StopReason, among: RecipientGroup) => void;
}

/**
 * Counts one bounce or complaint of a workspace among members or strangers, and stops mail where they are too many: with
 * an audit event, in the transaction of the stop. Only the operator lets it mail again.
 */
export const stopDamagingMail =
  (context: CommandContext, { reportStopped }: Needs) =>
  async (workspaceId: WorkspaceId, group: RecipientGroup, what: 'bounced' | 'complained'): Promise<void> => {
    const { table, clock } = context;
    const counts = mailCounts(table);
    const of = { workspaceId, group };
    await counts.add(of, what, clock.now());
    const reason = damageOf(await counts.recent(of, clock.now()));
    const workspace = reason && (await workspaces.find(table, workspaceId))?.state;
    if (!workspace || isStopped(workspace.mailStop, group)) return;
    const audited = auditingService(context, 'workspace.mail_stopped', { workspaceId, targetId: workspaceId });
    await stopMail(audited)(workspaceId, { reason, group });
    reportStopped(workspaceId, reason, group);
  };
