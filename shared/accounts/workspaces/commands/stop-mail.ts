import {
  isStopped,
  type RecipientGroup,
  type StopReason,
  stoppedBy,
} from '#shared/accounts/mail/rules/mail-reputation';
import { workspaces } from '#shared/accounts/workspaces/store';
import { updating } from '#shared/foundation/commands/command';

/**
 * Stops the mail of a workspace, or that to strangers, but for mail to its owners about itself. What is stopped stays so,
 * and strangers are stopped with all.
 */
export const stopMail = updating(workspaces, (workspace, at, { reason, group }: Damage) => {
  if (isStopped(workspace.mailStop, group)) return { state: workspace };
  const stops = stoppedBy(group);
  return {
    state: { ...workspace, mailStop: { reason, at, stops } },
    audited: { before: {}, after: { reason, stops } },
  };
});

interface Damage {
  readonly reason: StopReason;
  /** Among whom it was done. */
  readonly group: RecipientGroup;
}

/** Lets a workspace mail again. 404 for an unknown one. */
export const resumeMail = updating(workspaces, ({ mailStop: _, ...workspace }) => ({ state: workspace }));
