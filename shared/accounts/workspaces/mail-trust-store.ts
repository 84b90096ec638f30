import { mailAddressOf } from '#shared/accounts/identity/contacts-store';
import type { MailProviders } from '#shared/accounts/mail/ports';
import { type MailTrust, mailTrustOf } from '#shared/accounts/workspaces/rules/mail-trust';
import { founderOf, type Workspace } from '#shared/accounts/workspaces/rules/workspace';
import type { Table } from '#shared/foundation/core/table';

/** How far a workspace may mail now. Reads its founder, whose domain counts until they are disabled or gone. */
export async function readMailTrust(
  table: Table,
  workspace: Workspace,
  mailProviders: MailProviders,
): Promise<MailTrust> {
  const isOfFounder = founderOf(workspace) === workspace.ownerId;
  const address = isOfFounder ? await mailAddressOf(table, workspace.ownerId) : undefined;
  return mailTrustOf(workspace, { address, isMailProvider: (domain) => mailProviders.has(domain) });
}
