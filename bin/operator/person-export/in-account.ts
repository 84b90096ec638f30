import { filled, type Held, type Sources } from '#bin/operator/person-export/held';
import { userIdByEmail, users } from '#shared/accounts/identity/store';
import { suppressedHashesOf, suppressionsOf } from '#shared/accounts/mail/suppressions-store';
import { isoOf } from '#shared/foundation/core/time';

/** What is held on an address in the whole deployment: a user, and mail that it does not get. */
export async function* inAccount({ table }: Sources, email: string): AsyncGenerator<Held> {
  const userId = await userIdByEmail(table, email);
  const user = userId && (await users.find(table, userId))?.state;
  if (user) {
    const { id, createdAt, disabledAt } = user;
    const disabled = disabledAt === undefined ? undefined : isoOf(disabledAt);
    yield { object: 'user', id, email: user.email, created_at: isoOf(createdAt), ...filled({ disabled_at: disabled }) };
  }
  const suppressed = await Promise.all(suppressedHashesOf(email).map((hash) => suppressionsOf(table, hash)));
  for (const { at, workspaceId, kind, reason } of suppressed.flat())
    yield { object: 'mail_suppression', reason, at: isoOf(at), ...filled({ workspace_id: workspaceId, kind }) };
}
