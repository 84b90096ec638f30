import { addressHash } from '#shared/api/page-kit/page-app';
import type { PageContext } from '#shared/api/page-kit/page-kit';
import { currentUser } from '#shared/api/page-kit/session';
import type { UserAuditSource } from '#shared/foundation/audit-events/rules/audit-event';
import type { AddressHashes } from '#shared/foundation/http/ports';

/** The signed-in user of a page, for the audit events of what is of the user and of no one workspace. */
export async function pageAuditSource(
  { addressHashes }: { readonly addressHashes: () => Promise<AddressHashes> },
  c: PageContext,
): Promise<UserAuditSource> {
  const hashOf = await addressHashes();
  const actor = { type: 'page', userId: currentUser(c).id } as const;
  return { actor, addressHash: (workspace) => hashOf(workspace, addressHash(c)) };
}
