import type { CalendarConnectionId, MemberId, WorkspaceId } from '#shared/domain/ids';
import type { Instant } from '#shared/domain/time';

interface Identity {
  readonly id: CalendarConnectionId;
  readonly workspaceId: WorkspaceId;
  readonly memberId: MemberId;
  readonly provider: 'google' | 'microsoft';
  readonly accountEmail: string;
  /** When the member last finished consent. */
  readonly connectedAt: Instant;
  readonly lastSyncedAt: Instant | null;
  readonly createdAt: Instant;
}

/** decisions.md §9. */
export type SyncErrorCode =
  | 'access_revoked'
  | 'grant_expired'
  | 'insufficient_scope'
  | 'admin_consent_required'
  | 'account_unavailable'
  | 'provider_error';

/** A member's calendar that the service keeps in step. */
export type CalendarConnection =
  | (Identity & { readonly status: 'active' })
  | (Identity & {
      readonly status: 'error';
      readonly error: { readonly code: SyncErrorCode; readonly message: string };
    })
  | (Identity & { readonly status: 'disconnected'; readonly disconnectedAt: Instant });
