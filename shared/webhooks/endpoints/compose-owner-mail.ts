import { mailAddressOf } from '#shared/accounts/identity/contacts-store';
import type { MailComposer } from '#shared/accounts/mail/ports';
import { PRODUCT_NAME, type Recipient } from '#shared/accounts/mail/rules/mail';
import { usersOf } from '#shared/accounts/memberships/store';
import { idOf, type WorkspaceId } from '#shared/foundation/core/ids';
import type { Table } from '#shared/foundation/core/table';
import { occasionOf, ownerMail } from '#shared/webhooks/endpoints/rules/owner-mail';
import { webhookEndpoints } from '#shared/webhooks/endpoints/store';

interface Needs {
  readonly table: Table;
  /** Origin of the pages. */
  readonly appUrl: string;
}

/** Mail to the owners of a workspace about a webhook endpoint: failing, or disabled. */
export const composeOwnerMail =
  ({ table, appUrl }: Needs): MailComposer =>
  async (job, workspace) => {
    const id = idOf('whe', job.about);
    const endpoint = id && (await webhookEndpoints.find(table, id));
    const occasion = endpoint ? occasionOf(job, endpoint.state) : undefined;
    if (!endpoint || occasion === undefined) return undefined;
    const eventsUrl = `${appUrl}/app/workspaces/${workspace.id}/webhooks`;
    return {
      fromName: PRODUCT_NAME,
      recipients: await ownersOf(table, workspace.id),
      write: (_recipient, unsubscribeUrl) =>
        ownerMail({ occasion, endpoint: endpoint.state, workspace, eventsUrl, unsubscribeUrl }),
    };
  };

/** The owners who are not disabled. */
async function ownersOf(table: Table, workspace: WorkspaceId): Promise<readonly Recipient[]> {
  const owners = (await usersOf(table, workspace)).filter(({ role }) => role === 'owner');
  const emails = await Promise.all(owners.map(({ userId }) => mailAddressOf(table, userId)));
  return emails.flatMap((email) => (email === undefined ? [] : [{ email, name: null }]));
}
