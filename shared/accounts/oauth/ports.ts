import type { UserId } from '#shared/foundation/core/ids';
import type { Table } from '#shared/foundation/core/table';

/** What an access token allows. */
export interface AccessGrant {
  readonly userId: UserId;
  readonly clientId: string;
  readonly grantId: string;
  readonly scopes: readonly string[];
  readonly expiresAtSeconds: number;
}

/** Who an access token was issued for. */
export interface AccessTokens {
  /** Undefined for a token that is unknown, expired or revoked, and for one of a user who was disabled or removed. */
  read(table: Table, token: string): Promise<AccessGrant | undefined>;
}
