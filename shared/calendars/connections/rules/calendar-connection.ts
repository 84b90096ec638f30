import type { EventPlace } from '#shared/calendars/sync/rules/provider-event';
import type { CalendarConnectionId, CalendarId, MemberId, WorkspaceId } from '#shared/foundation/core/ids';
import type { Instant } from '#shared/foundation/core/time';

export type CalendarProviderName = 'google' | 'microsoft';

export interface ConnectionIdentity {
  readonly id: CalendarConnectionId;
  readonly workspaceId: WorkspaceId;
  readonly memberId: MemberId;
  readonly provider: CalendarProviderName;
  readonly accountEmail: string;
  /** When the member last finished consent. */
  readonly connectedAt: Instant;
  readonly lastSyncedAt: Instant | null;
  /** Events of the calendar that are left as they were imported last; empty where all were read. */
  readonly warnings: readonly SyncWarning[];
  readonly createdAt: Instant;
}

/** Why a connection is in status `error`: docs/limits-and-rules.md#calendar-connections. */
export type SyncErrorCode =
  | 'access_revoked'
  | 'grant_expired'
  | 'insufficient_scope'
  | 'admin_consent_required'
  | 'account_unavailable'
  | 'provider_error';

/** Why a sync passes over an event, or doubts it: docs/limits-and-rules.md#calendar-connections. `limit_reached` is of feeds alone. */
export const SYNC_WARNING_CODES = [
  'unreadable_event',
  'unreadable_series',
  'unreadable_exception',
  'unknown_time_zone',
  'missing_uid',
  'duplicate_uid',
  'rejected_event',
  'limit_reached',
] as const;

export type SyncWarningCode = (typeof SYNC_WARNING_CODES)[number];

export interface SyncWarning {
  readonly code: SyncWarningCode;
  /** Events, at most 50. */
  readonly count: number;
  readonly lastSeenAt: Instant;
  /** Of those, at most 5; a provider's calendar has no lines to name. */
  readonly examples: readonly EventPlace[];
}

/** Whose calendars an account opens; the same account of two workspaces is two. */
export interface CalendarAccount {
  readonly workspaceId: WorkspaceId;
  readonly provider: ConnectionIdentity['provider'];
  /** Trimmed and in lower case. */
  readonly email: string;
}

/** A member's calendar that the service keeps in step. */
export type CalendarConnection =
  | (ConnectionIdentity & { readonly status: 'active' })
  | (ConnectionIdentity & {
      readonly status: 'error';
      readonly error: { readonly code: SyncErrorCode; readonly message: string };
    })
  | (ConnectionIdentity & { readonly status: 'disconnected'; readonly disconnectedAt: Instant });

declare module '#shared/foundation/events/rules/domain-event' {
  interface JobTypes {
    /** A connection's sync is due sooner than the sweeper would see it; its own due moment is the safety. */
    'calendar.due': { readonly calendarId: CalendarId };
  }
}

/** The connection or feed that was disconnected. A type and not an interface, since it is kept as the content of a job (`StoredOfCalendar`). */
export type ConnectionEnding = {
  readonly workspaceId: WorkspaceId;
  readonly memberId: MemberId;
  readonly calendarId: CalendarId;
};
