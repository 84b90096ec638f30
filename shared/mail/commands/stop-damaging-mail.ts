import { auditingService } from '#shared/commands/auditing';
import type { CommandContext } from '#shared/commands/context';
import type { WorkspaceId } from '#shared/core/ids';
import { founderStops } from '#shared/mail/founder-stops-store';
import { mailCounts } from '#shared/mail/mail-counts-store';
import {
  damageOf,
  isStopped,
  type RecipientGroup,
  type StopReason,
  stoppedBy,
} from '#shared/mail/rules/mail-reputation';
import { stopMail } from '#shared/workspaces/commands/stop-mail';
import { founderOf } from '#shared/workspaces/rules/workspace';
import { workspaces } from '#shared/workspaces/store';

interface Needs {
  /** The mail of a workspace, or that to strangers, was stopped. */
  readonly reportStopped: (workspace: WorkspaceId, reason: StopReason, among: RecipientGroup) => void;
}

/**
 * Counts one bounce or complaint among members or strangers for a workspace and for its founder, and stops mail where
 * either has too many: that of the workspace, with an audit event in the transaction of the stop, and that to people
 * outside of every workspace of the founder. Only the operator lets it mail again.
 */
export const stopDamagingMail =
  (context: CommandContext, { reportStopped }: Needs) =>
  async (workspaceId: WorkspaceId, group: RecipientGroup, what: 'bounced' | 'complained'): Promise<void> => {
    const { table, clock } = context;
    const counts = mailCounts(table);
    const workspace = (await workspaces.find(table, workspaceId))?.state;
    if (!workspace) return;
    const founder = founderOf(workspace);
    const at = clock.now();
    for (const one of [workspaceId, founder]) await counts.add({ of: one, group }, what, at);
    const [own, ofAll] = await Promise.all([
      counts.recent({ of: workspaceId, group }, at),
      counts.recent({ of: founder, group }, at),
    ]);
    // What a workspace sent before its founder's mails were counted is among its own.
    const reason = damageOf(own) ?? damageOf({ ...ofAll, sent: Math.max(own.sent, ofAll.sent) });
    if (!reason) return;
    // First, and also where the workspace was stopped before: a worker that dies in between leaves no other one mailing.
    await founderStops(table).stop(founder, { reason, at, stops: stoppedBy(group) });
    if (isStopped(workspace.mailStop, group)) return;
    const audited = auditingService(context, 'workspace.mail_stopped', { workspaceId, targetId: workspaceId });
    await stopMail(audited)(workspaceId, { reason, group });
    reportStopped(workspaceId, reason, group);
  };
