import type { SyncWarning } from '#shared/calendars/connections/rules/calendar-connection';
import type { CalendarFeedId, MemberId, WorkspaceId } from '#shared/foundation/core/ids';
import type { Instant } from '#shared/foundation/core/time';

interface FeedIdentity {
  readonly id: CalendarFeedId;
  readonly workspaceId: WorkspaceId;
  readonly memberId: MemberId;
  /** Of the URL, with its port where that is not 443. The URL itself is a secret and is sealed with the sync. */
  readonly host: string;
  /** The first 132 bits of the SHA-256 of the URL: the same URL of a member makes one feed. */
  readonly urlHash: string;
  readonly lastSyncedAt: Instant | null;
  /** Events of the feed that are left as they were imported last; empty where all were read. */
  readonly warnings: readonly SyncWarning[];
  readonly createdAt: Instant;
  /** It counts towards the active feeds of the founder. Those of before do not, and give nothing back. */
  readonly isCounted?: true;
}

/** Why a feed is in status `error`: docs/limits-and-rules.md#calendar-feeds. */
export type FeedErrorCode =
  | 'not_found'
  | 'access_denied'
  | 'not_a_calendar'
  | 'too_large'
  | 'blocked_address'
  | 'feed_error';

/** A calendar that is published at a URL (RFC 5545) and kept in sync for a member. */
export type CalendarFeed =
  | (FeedIdentity & { readonly status: 'active' })
  | (FeedIdentity & {
      readonly status: 'error';
      readonly error: { readonly code: FeedErrorCode; readonly message: string };
    })
  | (FeedIdentity & { readonly status: 'disconnected'; readonly disconnectedAt: Instant });

export const FEED_EVENTS = ['calendar_feed.warning'] as const;

declare module '#shared/foundation/events/rules/domain-event' {
  interface EventTypes extends Record<(typeof FEED_EVENTS)[number], { readonly feed: CalendarFeed }> {}
}

/** Of one member. */
export const MOST_FEEDS_OF_MEMBER = 5;
export const MOST_FEEDS_OF_WORKSPACE = 1_000;

export const addedFeed = (
  fresh: Pick<CalendarFeed, 'id' | 'workspaceId' | 'memberId' | 'host' | 'urlHash' | 'createdAt'>,
): CalendarFeed => ({ ...fresh, status: 'active', lastSyncedAt: null, warnings: [], isCounted: true });

/** The feed was added again: it is fetched again, under the same id. */
export const retriedFeed = (feed: CalendarFeed): CalendarFeed =>
  feed.status === 'error' ? { ...identityOf(feed), status: 'active' } : feed;

/** Its server refuses it for good, or it is no calendar. */
export const failedFeed = (feed: CalendarFeed, code: FeedErrorCode): CalendarFeed =>
  feed.status === 'active'
    ? { ...identityOf(feed), status: 'error', error: { code, message: FEED_ERRORS[code] } }
    : feed;

/** For good: the URL added again makes another feed. */
export const disconnectedFeed = (feed: CalendarFeed, at: Instant): CalendarFeed =>
  feed.status === 'disconnected'
    ? feed
    : { ...identityOf(feed), status: 'disconnected', disconnectedAt: at, warnings: [] };

const FEED_ERRORS: Readonly<Record<FeedErrorCode, string>> = {
  not_found: 'The URL leads to no calendar any more (404 or 410).',
  access_denied: 'The server refuses access to the calendar (401 or 403).',
  not_a_calendar: 'What the URL leads to is not an iCalendar file.',
  too_large: 'The calendar is larger than 10 MB, or takes more than a second of processor time to read.',
  blocked_address: 'The URL leads to an address that is not reachable from the public internet.',
  feed_error: 'The server repeatedly refused the calendar, or did not answer in time for a week.',
};

const identityOf = (feed: CalendarFeed): FeedIdentity => ({
  id: feed.id,
  workspaceId: feed.workspaceId,
  memberId: feed.memberId,
  host: feed.host,
  urlHash: feed.urlHash,
  lastSyncedAt: feed.lastSyncedAt,
  warnings: feed.warnings,
  createdAt: feed.createdAt,
  ...(feed.isCounted && { isCounted: true }),
});
