import { updating } from '#shared/commands/command';
import type { MailStop } from '#shared/workspaces/rules/workspace';
import { workspaces } from '#shared/workspaces/store';

/** Stops the mail of a workspace, but for that to its owners about itself. One that is stopped stays as it is. */
export const stopMail = updating(workspaces, (workspace, now, reason: MailStop['reason']) => ({
  state: workspace.mailStop === undefined ? { ...workspace, mailStop: { reason, at: now } } : workspace,
}));

/** Lets a workspace mail again. 404 for an unknown one. */
export const resumeMail = updating(workspaces, ({ mailStop: _, ...workspace }) => ({ state: workspace }));
