import type { CalendarProviderName } from '#shared/calendars/connections/rules/calendar-connection';
import type { CalendarConnectionId, ConnectLinkId, MemberId, WorkspaceId } from '#shared/foundation/core/ids';
import type { Metadata } from '#shared/foundation/core/metadata';
import { DAY_MS, type Instant, later, MINUTE_MS } from '#shared/foundation/core/time';

/** A link to hosted consent for one member: valid for one connection, within a day. */
export interface ConnectLink {
  readonly id: ConnectLinkId;
  readonly workspaceId: WorkspaceId;
  /** Digest of the secret in its address. */
  readonly secretDigest: string;
  readonly whose: LinkedMember;
  /** Null where the person chooses. */
  readonly provider: CalendarProviderName | null;
  /** `exact`: only the account that has the member's own email. */
  readonly emailMatch: 'exact' | 'any';
  /** Null for a link of the hosted pages: the flow ends there. */
  readonly returnUrl: string | null;
  /** Returned unchanged in the query of the return URL. */
  readonly state: string | null;
  /** False for callers of older versions: the return URL names only the connection. */
  readonly returnNamesMember: boolean;
  readonly metadata: Metadata;
  /** The connection that was made with it; null before. */
  readonly used: { readonly at: Instant; readonly connectionId: CalendarConnectionId } | null;
  readonly createdAt: Instant;
  readonly expiresAt: Instant;
}

/** An existing member, or one that is created at the consent. */
export type LinkedMember = { readonly memberId: MemberId } | { readonly memberData: NewLinkedMember };

/** At least one of name and email; the email trimmed and in lower case. */
interface NewLinkedMember {
  readonly name: string | null;
  readonly email: string | null;
  readonly metadata: Metadata;
}

/** How long a connect link is valid: docs/limits-and-rules.md#calendar-connections. */
const GOOD_FOR_MS = DAY_MS;

export const linkEndsAt = (createdAt: Instant): Instant => later(createdAt, GOOD_FOR_MS);

export type LinkStatus = 'open' | 'used' | 'expired';

export function linkStatus({ used, expiresAt }: ConnectLink, now: Instant): LinkStatus {
  if (used) return 'used';
  return expiresAt <= now ? 'expired' : 'open';
}

/** The link after a calendar was connected with it. */
export const usedFor = (link: ConnectLink, connectionId: CalendarConnectionId, at: Instant): ConnectLink => ({
  ...link,
  used: { at, connectionId },
});

/** The link's address. The secret is in the query, which is not logged. */
export const addressOf = (appUrl: string, id: ConnectLinkId, secret: string): string =>
  `${appUrl}/connect/${id}?key=${secret}`;

/** An authorization at a provider: valid for one callback, in the same browser, within ten minutes. */
export interface ConsentAttempt {
  readonly linkId: ConnectLinkId;
  readonly provider: CalendarProviderName;
  /** Digest of the secret in the browser's cookie. */
  readonly browserDigest: string;
  readonly expiresAt: Instant;
}

const ATTEMPT_MS = 10 * MINUTE_MS;

export const attemptEndsAt = (now: Instant): Instant => later(now, ATTEMPT_MS);

export const isAttemptOver = ({ expiresAt }: ConsentAttempt, now: Instant): boolean => expiresAt <= now;
