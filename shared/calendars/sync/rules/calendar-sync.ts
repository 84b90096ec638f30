import type { CalendarProviderName } from '#shared/calendars/connections/rules/calendar-connection';
import type { SkippedEvent } from '#shared/calendars/sync/rules/passed-over';
import type { SyncWindow } from '#shared/calendars/sync/rules/provider-event';
import type { CalendarId, MemberId, WorkspaceId } from '#shared/foundation/core/ids';
import type { Instant } from '#shared/foundation/core/time';

/**
 * How far a connection's sync has come: the private half of a connection, in rows of its own, so that sync runs do not
 * touch what partners read. It is due at its next sync run; gone with the connection.
 */
export interface CalendarSync {
  readonly calendarId: CalendarId;
  readonly workspaceId: WorkspaceId;
  readonly memberId: MemberId;
  readonly provider: CalendarProviderName | 'feed';
  /** Trimmed and in lower case; of a feed, the hash of its URL. */
  readonly accountEmail: string;
  /** The refresh token, or the URL of a feed, sealed for this connection: `{ workspace, resource: calendarId }`. */
  readonly sealedGrant: string;
  /** Null before the first sync run, and after one whose cursor expired: the next is a full one. */
  readonly cursor: SyncCursor | null;
  /** A sync run of several pages, as far as it came; null between sync runs. */
  readonly run: SyncRun | null;
  readonly watch: SyncWatch | null;
  /** The next sync run: by the poll, sooner when a notification or a person asks, later when a provider says so. */
  readonly dueAt: Instant | null;
  /** The provider asked for a pause or is unreachable: no request makes a sync run due before this moment. */
  readonly restsUntil: Instant | null;
  /** Sync runs in a row that failed by an error of the provider or of ours. */
  readonly failures: number;
  /** The first of the failures since which the server of a feed did not answer, or not in time; else null. */
  readonly downSince: Instant | null;
  /** Milliseconds that the server of a feed took in failed runs, and for which the feed has not rested yet. */
  readonly awaitedMs: number;
  /** Sync runs in a row that the provider refused: a few of them, and the connection is in error. */
  readonly refusals: number;
  /** One sync run at a time: no other worker starts one before this moment, by which the worker recognizes its lease. */
  readonly claimedUntil: Instant | null;
  /** A sync run was requested while one ran: another follows at once. */
  readonly askedAgain: boolean;
  /** After the last run that ended. */
  readonly passedOver: readonly SkippedEvent[];
  /** The end of the last run or poll that succeeded; null before the first. It is what partners read. */
  readonly syncedAt: Instant | null;
}

export interface SyncCursor {
  /** The provider's own, opaque. */
  readonly text: string;
  /** What it goes on from; it is rolled by a full sync a day later. */
  readonly window: SyncWindow;
}

export interface SyncRun {
  /** All that stands in the window, and not only what changed: what it does not see is gone. */
  readonly isFull: boolean;
  readonly window: SyncWindow;
  /** Leads to its next page. */
  readonly cursor: string;
  /** Those that are done. */
  readonly pages: number;
  /** As far as it came; a full run begins with none. */
  readonly passedOver: readonly SkippedEvent[];
}

export interface SyncWatch {
  readonly id: string;
  readonly resourceId: string | null;
  /** Of the secret that every notification has to carry (`OneTimeSecrets`). */
  readonly secretDigest: string;
  readonly endsAt: Instant;
  /** Well before its end. */
  readonly renewAt: Instant;
}
