import type { SyncWindow } from '#shared/domain/calendar-connections/provider-event';
import type { CalendarConnectionId, MemberId, WorkspaceId } from '#shared/domain/ids';
import type { Instant } from '#shared/domain/time';

/**
 * How far a connection's sync has come: the private half of a connection, in a row of its own, so that passes do not
 * touch what partners read. It is due at its next pass; gone with the connection.
 */
export interface CalendarSync {
  readonly connectionId: CalendarConnectionId;
  readonly workspaceId: WorkspaceId;
  readonly memberId: MemberId;
  readonly provider: 'google' | 'microsoft';
  /** The refresh token, sealed for this connection: `{ workspace, resource: connectionId }`. */
  readonly sealedGrant: string;
  /** Null before the first pass, and after one whose cursor expired: the next is a full one. */
  readonly cursor: SyncCursor | null;
  readonly watch: SyncWatch | null;
  /** The next pass: by the poll, sooner where a notification or somebody asks for it, later where a provider says so. */
  readonly dueAt: Instant | null;
  /** Passes in a row that failed for the provider's or our own trouble. */
  readonly failures: number;
  /** One pass at a time: nobody else takes it up before this moment. */
  readonly claimedUntil: Instant | null;
  /** Somebody asked for a pass while one ran: another follows at once. */
  readonly askedAgain: boolean;
}

export interface SyncCursor {
  /** The provider's own, opaque. */
  readonly text: string;
  /** What it goes on from; it is rolled by a full pass a day later. */
  readonly window: SyncWindow;
}

export interface SyncWatch {
  readonly id: string;
  readonly resourceId: string | null;
  /** SHA-256 of the secret that every notification has to carry, hex. */
  readonly secretDigest: string;
  readonly endsAt: Instant;
}
