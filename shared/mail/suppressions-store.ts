import { createHash } from 'node:crypto';
import type { WorkspaceId } from '#shared/core/ids';
import { comparableEmail } from '#shared/core/people';
import type { Key, Table } from '#shared/core/table';
import type { Instant } from '#shared/core/time';
import type { MailKind } from '#shared/mail/rules/mail';

/** Why no mail is sent to an address at all. */
export type SuppressionReason = 'bounced' | 'complained';

/** One kind of mail of one workspace to one address, known by its hash. */
export interface Subscription {
  readonly workspaceId: WorkspaceId;
  readonly kind: MailKind;
  readonly addressHash: string;
}

/** The base64url SHA-256 of an address in comparable form. */
export const addressHashOf = (email: string): string =>
  createHash('sha256').update(comparableEmail(email)).digest('base64url');

const addressKey = (addressHash: string): Key => ({ pk: `SUPPRESSED#${addressHash}`, sk: '.' });

const subscriptionKey = ({ addressHash, workspaceId, kind }: Subscription): Key => ({
  pk: `SUPPRESSED#${addressHash}`,
  sk: `${workspaceId}#${kind}`,
});

/**
 * Addresses that get no mail: in the whole deployment after a bounce or a complaint, or none of one kind and workspace
 * after their owner has unsubscribed. All functions throw `Throttled`.
 */
export const suppressions = (table: Table) => ({
  async isSuppressed(subscription: Subscription): Promise<boolean> {
    const keys = [addressKey(subscription.addressHash), subscriptionKey(subscription)];
    const rows = await Promise.all(keys.map((key) => table.get(key)));
    return rows.some((row) => row !== undefined);
  },

  /** Idempotent; the last reason stays. */
  async suppress(addressHash: string, reason: SuppressionReason, at: Instant): Promise<void> {
    await table.write({ put: { ...addressKey(addressHash), type: 'suppression', reason, at } });
  },

  /** Idempotent. */
  async unsubscribe(subscription: Subscription, at: Instant): Promise<void> {
    await table.write({ put: { ...subscriptionKey(subscription), type: 'suppression', reason: 'unsubscribed', at } });
  },
});
