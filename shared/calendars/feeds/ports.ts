import type { FeedErrorCode } from '#shared/calendars/feeds/rules/calendar-feed';
import type { ProviderEvent, SyncWindow } from '#shared/calendars/sync/rules/provider-event';
import type { Instant } from '#shared/foundation/core/time';

export interface FeedRequest {
  /** A secret: it is in no error and no log. */
  readonly url: string;
  /** Of the version that is known; null asks for the calendar in any case. */
  readonly known: FeedValidators | null;
  /** The last fetch failed: the server gets less time for this one. */
  readonly afterFailure?: boolean;
}

/** By which a server tells whether its calendar has changed (RFC 9110). */
export interface FeedValidators {
  readonly etag: string | null;
  readonly lastModified: string | null;
}

export type FeedResponse =
  | { readonly status: 'unchanged' }
  | {
      readonly status: 'changed';
      readonly validators: FeedValidators;
      /** Of its `Content-Type`; null where it names none. */
      readonly charset: string | null;
      /** In pieces; reading it throws what `FetchFeed` throws. Has to be read to its end, or returned. */
      readonly bytes: AsyncIterable<Uint8Array>;
    };

/** A file as a server sent it. */
export interface FeedFile {
  readonly bytes: Uint8Array;
  /** Of its `Content-Type`; null where the server names none. */
  readonly charset: string | null;
}

/**
 * Fetches the calendar at a URL that others gave us. Throws `FeedFailed`, `ProviderThrottled` and `ProviderDown`, and
 * nothing else of the server's making.
 */
export type FetchFeed = (request: FeedRequest) => Promise<FeedResponse>;

/**
 * The occurrences of an iCalendar file in the window, and what cannot be read. Its work is bounded, whatever
 * the file says. Throws `FeedFailed` for a text that is no calendar, and for one beyond the bounds.
 */
export type ReadFeed = (file: FeedFile, window: SyncWindow) => Promise<readonly ProviderEvent[]>;

/** The URL leads to no calendar that may be read. */
export class FeedFailed extends Error {
  override readonly name = 'FeedFailed';
  readonly code: FeedErrorCode;

  constructor(code: FeedErrorCode) {
    super(`The feed cannot be read: ${code}.`);
    this.code = code;
  }
}

/**
 * What feeds of the workspace or of its member may make the service do in a day is used up, or the feed has too many
 * sources: nothing of the file was imported.
 */
export class FeedLimitReached extends Error {
  override readonly name = 'FeedLimitReached';
  readonly occurrences: number;
  readonly windowEndsAt: Instant;

  constructor(occurrences: number, windowEndsAt: Instant) {
    super('A limit of calendar feeds is reached.');
    this.occurrences = occurrences;
    this.windowEndsAt = windowEndsAt;
  }
}
