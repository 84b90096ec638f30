import type { MailProviders } from '#shared/companies/ports';
import type { Table } from '#shared/core/table';
import { mailAddressOf } from '#shared/identity/contacts-store';
import { type MailTrust, mailTrustOf } from '#shared/workspaces/rules/mail-trust';
import { founderOf, type Workspace } from '#shared/workspaces/rules/workspace';

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
