import { founderStops } from '#shared/accounts/mail/founder-stops-store';
import { mailCounts } from '#shared/accounts/mail/mail-counts-store';
import {
  damageOf,
  isStopped,
  type MailCounts,
  mailsWithout,
  type RecipientGroup,
  type StopReason,
  stoppedBy,
} from '#shared/accounts/mail/rules/mail-reputation';
import { stopMail } from '#shared/accounts/workspaces/commands/stop-mail';
import { founderOf } from '#shared/accounts/workspaces/rules/workspace';
import { workspaces } from '#shared/accounts/workspaces/store';
import { auditingService } from '#shared/foundation/commands/auditing';
import type { CommandContext } from '#shared/foundation/commands/context';
import type { UserId, WorkspaceId } from '#shared/foundation/core/ids';
import type { Instant } from '#shared/foundation/core/time';

interface Needs {
  /** The mail of a workspace, or that to strangers, was stopped. */
  readonly reportStopped: (workspace: WorkspaceId, reason: StopReason, among: RecipientGroup) => void;
}

/**
 * Counts one bounce or complaint among members or strangers for a workspace and for its founder, and stops mail where
 * either has too many: that of the workspace, with an audit event in the transaction of the stop, or that to people outside
 * of every workspace of the founder. Only the operator lets it mail again. The first workspace of a founder that is stopped
 * by its own mail stops no other one (docs/decisions/mail-of-one-workspace.md).
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
    const own = await counts.recent({ of: workspaceId, group }, at);
    const byItself = damageOf(own);
    if (byItself) await counts.leaveOut(founder, { of: workspaceId, group }, at);
    const together = damageOf(await mailsOfFounder(context, { founder, group, own, at }));
    // First, and also where the workspace was stopped before: a worker that dies in between leaves no other one mailing.
    if (together) await founderStops(table).stop(founder, { reason: together, at, stops: stoppedBy(group) });
    const reason = byItself ?? together;
    if (!reason || isStopped(workspace.mailStop, group)) return;
    const audited = auditingService(context, 'workspace.mail_stopped', { workspaceId, targetId: workspaceId });
    await stopMail(audited)(workspaceId, { reason, group });
    reportStopped(workspaceId, reason, group);
  };

interface Judged {
  readonly founder: UserId;
  readonly group: RecipientGroup;
  /** Those of the workspace whose mail was reported. */
  readonly own: MailCounts;
  readonly at: Instant;
}

/** Of all workspaces of a founder, but for the one that is left out. */
async function mailsOfFounder(
  { table }: Pick<CommandContext, 'table'>,
  { founder, group, own, at }: Judged,
): Promise<MailCounts> {
  const counts = mailCounts(table);
  const [ofAll, leftOut] = await Promise.all([
    counts.recent({ of: founder, group }, at),
    counts.leftOut(founder, group),
  ]);
  // What a workspace sent before its founder's mails were counted is among its own.
  const all = { ...ofAll, sent: Math.max(own.sent, ofAll.sent) };
  return leftOut ? mailsWithout(all, await counts.recent({ of: leftOut, group }, at)) : all;
}
