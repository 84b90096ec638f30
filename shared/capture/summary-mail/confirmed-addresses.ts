import { mailAddressOf } from '#shared/accounts/identity/contacts-store';
import { allListed, type Listed } from '#shared/accounts/memberships/store';
import { connectionOfAccount } from '#shared/calendars/connections/store';
import type { WorkspaceId } from '#shared/foundation/core/ids';
import { comparableEmail } from '#shared/foundation/core/people';
import type { Table } from '#shared/foundation/core/table';

/**
 * Which of these addresses belong to people who showed it to the workspace: users of it, who signed in with the address
 * and accepted their invitation, and people who connected the calendar of the account with that address. A member whom
 * a request made shows nothing.
 */
export async function confirmedAddresses(
  table: Table,
  workspaceId: WorkspaceId,
  emails: readonly string[],
): Promise<ReadonlySet<string>> {
  const asked = [...new Set(emails.map(comparableEmail))];
  if (asked.length === 0) return new Set();
  const ofUsers = new Set(await addressesOfUsers(table, workspaceId));
  const isConfirmed = await Promise.all(
    asked.map(async (email) => ofUsers.has(email) || (await isConnected(table, workspaceId, email))),
  );
  return new Set(asked.filter((_, at) => isConfirmed[at]));
}

async function addressesOfUsers(table: Table, workspaceId: WorkspaceId): Promise<readonly string[]> {
  const listed = await allListed(table, workspaceId);
  const found = await Promise.all(listed.map((one) => addressOf(table, one)));
  return found.flatMap((email) => (email === undefined ? [] : [comparableEmail(email)]));
}

/** Undefined for an invitation, and for a user who is disabled: their membership stays, and says nothing of it. */
async function addressOf(table: Table, one: Listed): Promise<string | undefined> {
  const user = 'olderRole' in one ? one.olderRole : one.membership;
  return 'userId' in user ? mailAddressOf(table, user.userId) : undefined;
}

async function isConnected(table: Table, workspaceId: WorkspaceId, email: string): Promise<boolean> {
  const providers = ['google', 'microsoft'] as const;
  const found = await Promise.all(
    providers.map((provider) => connectionOfAccount(table, { workspaceId, provider, email })),
  );
  return found.some((connection) => connection !== undefined);
}
