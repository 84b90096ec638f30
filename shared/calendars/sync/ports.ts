import type { ProviderEvent, SyncWindow } from '#shared/calendars/sync/rules/provider-event';
import type { CalendarId } from '#shared/foundation/core/ids';
import type { Instant } from '#shared/foundation/core/time';

/**
 * A calendar that is read with an access token, its series expanded: a provider's, or a feed, whose token is its URL.
 * Every call throws `CursorExpired`, `ProviderThrottled`, `ProviderDown`, `GrantLost`, `ProviderRefused`,
 * `ProviderNotSetUp` or, of a feed, `FeedFailed`, and nothing else of the provider's making.
 */
export interface CalendarReader {
  /** The first page of all that stands in the window. */
  readWindow(access: string, window: SyncWindow, attempt?: ReadAttempt): Promise<ProviderPage>;
  /** The page behind a cursor: the rest of a sync run, or what has changed since one ended. */
  readOn(access: string, cursor: string, attempt?: ReadAttempt): Promise<ProviderPage>;
}

export interface ReadAttempt {
  /** The last sync run failed: a feed gets less time to answer. */
  readonly afterFailure: boolean;
}

/** The account's own (primary) calendar. */
export interface CalendarProvider extends CalendarReader {
  /** Requests notifications of changes. */
  watch(access: string, wanted: WantedWatch): Promise<Watch>;
  /**
   * The watch with a later end: the same one, which keeps its id and its secret (what was wanted anew is then unused),
   * or another in its place with the wanted secret, whose predecessor then has ended.
   */
  renewWatch(access: string, watch: Watch, wanted: WantedWatch): Promise<Watch>;
  /** Once it is gone, again changes nothing. */
  stopWatch(access: string, watch: Watch): Promise<void>;
}

export interface ProviderPage {
  /** In no order; one id may come again on a later page, and then the later word counts. */
  readonly events: readonly ProviderEvent[];
  /** Opaque; `isLast` says whether it leads to another page of this sync run, or to what changes after it. */
  readonly cursor: string;
  readonly isLast: boolean;
}

export interface WantedWatch {
  /** Ours to choose, new for each watch: UUID. */
  readonly id: string;
  /** Where notifications are to arrive. */
  readonly address: string;
  /** The client state: returned with every notification, which it verifies. At most 128 URL-safe characters, as Graph allows. */
  readonly secret: string;
  readonly until: Instant;
}

export interface Watch {
  /** What notifications are found by: ours where the provider takes it, else one of its own. */
  readonly id: string;
  /** What the provider wants to hear beside the id when the watch is stopped; null where it wants nothing. */
  readonly resourceId: string | null;
  readonly endsAt: Instant;
}

/** The cursor leads nowhere any more, or is none of ours: only a full sync helps. */
export class CursorExpired extends Error {
  override readonly name = 'CursorExpired';
}

/** Too many requests: come back after that long, or when one thinks best where the provider does not say. */
export class ProviderThrottled extends Error {
  override readonly name = 'ProviderThrottled';
  readonly retryAfterMs: number | undefined;

  constructor(message: string, retryAfterMs: number | undefined) {
    super(message);
    this.retryAfterMs = retryAfterMs;
  }
}

/** No answer, a 5xx, or nothing that makes sense: a later try may succeed. */
export class ProviderDown extends Error {
  override readonly name = 'ProviderDown';
  /** It answered, and not as we know it: where that lasts, it is our reading that is to be mended. */
  readonly isInvalidResponse: boolean;

  constructor(message: string, { isInvalidResponse = false } = {}) {
    super(message);
    this.isInvalidResponse = isInvalidResponse;
  }
}

/** The account grants no access any more: only the member's consent helps. */
export class GrantLost extends Error {
  override readonly name = 'GrantLost';
  readonly code: GrantLostCode;

  constructor(code: GrantLostCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** Those of `SyncErrorCode` that a provider's own words tell apart. */
export type GrantLostCode =
  | 'access_revoked'
  | 'grant_expired'
  | 'insufficient_scope'
  | 'admin_consent_required'
  | 'account_unavailable';

/** The provider understood the request and will never do it: a fault of ours, or an account without a calendar. */
export class ProviderRefused extends Error {
  override readonly name = 'ProviderRefused';
  readonly status: number;

  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}

/** What has to wait, and until when. */
export interface PeopleLimit {
  /** That wait: their import is not saved, or not known to be. */
  readonly occurrences: number;
  readonly windowEndsAt: Instant;
  /** How long the first page of the run took: a slow feed rests. */
  readonly answerMs: number;
}

/** The member, the workspace, or its founder, has changed as many people as may be in this minute: the run goes on later. */
export class PeopleLimitReached extends Error {
  override readonly name = 'PeopleLimitReached';
  readonly occurrences: number;
  readonly windowEndsAt: Instant;
  readonly answerMs: number;

  constructor({ occurrences, windowEndsAt, answerMs }: PeopleLimit) {
    super('A limit of changed people is reached.');
    this.occurrences = occurrences;
    this.windowEndsAt = windowEndsAt;
    this.answerMs = answerMs;
  }
}

/**
 * Makes the client state of a watch: what the provider returns with every notification. It names its connection and
 * certifies itself, so that a notification is verified before anything is read for it. Another state each time, of 97
 * URL-safe characters.
 */
export type MakeClientState = (calendarId: CalendarId) => Promise<string>;

/** The connection that a client state was made for; undefined for any other text. */
export type VerifyClientState = (state: string) => Promise<CalendarId | undefined>;
