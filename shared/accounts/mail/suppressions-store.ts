import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { MAIL_KINDS, type MailKind } from '#shared/accounts/mail/rules/mail';
import { idOf, type WorkspaceId } from '#shared/foundation/core/ids';
import { comparableEmail, mailboxOf } from '#shared/foundation/core/people';
import type { Key, Table } from '#shared/foundation/core/table';
import type { Instant } from '#shared/foundation/core/time';
import { instant } from '#shared/foundation/dynamodb/row-parts';
import { partition } from '#shared/foundation/dynamodb/rows';

/** Why no mail is sent to an address at all. */
export type SuppressionReason = 'bounced' | 'complained';

/**
 * One kind of mail of one workspace to one mailbox, known by its hash. Links of mails that were sent before mailboxes were
 * told from addresses have the hash of the address.
 */
export interface Subscription {
  readonly workspaceId: WorkspaceId;
  readonly kind: MailKind;
  readonly addressHash: string;
}

const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** The base64url SHA-256 of an address in comparable form. */
export const addressHashOf = (email: string): string => digestOf(comparableEmail(email));

/** The same of the mailbox that an address leads to (`mailboxOf`): limits and suppressions hold for all its addresses. */
export const mailboxHashOf = (email: string): string => digestOf(mailboxOf(email));

/** The hashes by which an address may be suppressed: rows of before mailboxes were told from addresses have its own. */
export const suppressedHashesOf = (email: string): readonly string[] => [
  ...new Set([addressHashOf(email), mailboxHashOf(email)]),
];

const addressKey = (addressHash: string): Key => ({ pk: `SUPPRESSED#${addressHash}`, sk: '.' });

const subscriptionKey = ({ addressHash, workspaceId, kind }: Subscription): Key => ({
  pk: `SUPPRESSED#${addressHash}`,
  sk: `${workspaceId}#${kind}`,
});

/**
 * Mailboxes that get no mail: in the whole deployment after a bounce or a complaint, or none of one kind and workspace
 * after their owner has unsubscribed. All functions throw `Throttled`.
 */
export const suppressions = (table: Table) => ({
  async isSuppressed({
    email,
    ...of
  }: Omit<Subscription, 'addressHash'> & { readonly email: string }): Promise<boolean> {
    const keys = suppressedHashesOf(email).flatMap((addressHash) => [
      addressKey(addressHash),
      subscriptionKey({ ...of, addressHash }),
    ]);
    const rows = await Promise.all(keys.map((key) => table.get(key)));
    return rows.some((row) => row !== undefined);
  },

  /** Idempotent; the last reason stays. False where the address was suppressed for this reason before. */
  suppress(addressHash: string, reason: SuppressionReason, at: Instant): Promise<boolean> {
    const put = { ...addressKey(addressHash), type: 'suppression', reason, at };
    const when = {
      text: 'attribute_not_exists(pk) OR reason <> :reason',
      values: { ':reason': reason },
    };
    return table.write({ put, when });
  },

  /** Idempotent. */
  async unsubscribe(subscription: Subscription, at: Instant): Promise<void> {
    await table.write({ put: { ...subscriptionKey(subscription), type: 'suppression', reason: 'unsubscribed', at } });
  },
});

/** A suppression as it was recorded: of one workspace and kind of mail, or of all mail where these are undefined. */
export interface RecordedSuppression {
  readonly reason: string;
  readonly at: Instant;
  readonly workspaceId: WorkspaceId | undefined;
  readonly kind: MailKind | undefined;
}

const Row = v.object({ reason: v.string(), at: instant });

/** Every suppression of an address. */
export async function suppressionsOf(table: Table, addressHash: string): Promise<readonly RecordedSuppression[]> {
  const rows = await partition(table, addressKey(addressHash).pk);
  return rows.map((item) => {
    const [workspace = '', kind] = item.sk.split('#');
    const of = { workspaceId: idOf('wks', workspace), kind: MAIL_KINDS.find((one) => one === kind) };
    return { ...v.parse(Row, item), ...of };
  });
}
