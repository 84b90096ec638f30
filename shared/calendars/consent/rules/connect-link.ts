import type { CalendarProviderName } from '#shared/calendars/connections/rules/calendar-connection';
import type { CalendarConnectionId, ConnectLinkId, MemberId, WorkspaceId } from '#shared/core/ids';
import type { Metadata } from '#shared/core/metadata';
import { DAY_MS, type Instant, later } from '#shared/core/time';

/** Hosted consent to a calendar, for one member: good for one connection, within a day. */
export interface ConnectLink {
  readonly id: ConnectLinkId;
  readonly workspaceId: WorkspaceId;
  /** Of the secret in its address: what is stored opens nothing. */
  readonly secretDigest: string;
  readonly whose: LinkedMember;
  /** Null where the person chooses. */
  readonly provider: CalendarProviderName | null;
  /** `exact`: only the account that has the member's own email. */
  readonly emailMatch: 'exact' | 'any';
  /** Null for a link of our own pages: the person stays on them. */
  readonly returnUrl: string | null;
  /** Comes back with the return, as it was sent. */
  readonly state: string | null;
  /** Older integrations are told the connection alone. */
  readonly returnNamesMember: boolean;
  readonly metadata: Metadata;
  /** What it led to; null while it can be used. */
  readonly used: { readonly at: Instant; readonly connectionId: CalendarConnectionId } | null;
  readonly createdAt: Instant;
  readonly expiresAt: Instant;
}

/** Somebody who is there already, or who is made when they consent. */
export type LinkedMember = { readonly memberId: MemberId } | { readonly memberData: MemberToBe };

/** At least one of name and email; the email trimmed and in lower case. */
export interface MemberToBe {
  readonly name: string | null;
  readonly email: string | null;
  readonly metadata: Metadata;
}

/** How long a connect link is valid: docs/limits-and-rules.md#calendar-connections. */
const GOOD_FOR_MS = DAY_MS;

export const linkEndsAt = (createdAt: Instant): Instant => later(createdAt, GOOD_FOR_MS);

export type LinkStanding = 'open' | 'used' | 'expired';

export function standingOf({ used, expiresAt }: ConnectLink, now: Instant): LinkStanding {
  if (used) return 'used';
  return expiresAt <= now ? 'expired' : 'open';
}

/** The link, once somebody connected a calendar through it. */
export const usedFor = (link: ConnectLink, connectionId: CalendarConnectionId, at: Instant): ConnectLink => ({
  ...link,
  used: { at, connectionId },
});

/** Where a link leads. The secret is in the query, which no log of ours holds. */
export const addressOf = (appUrl: string, id: ConnectLinkId, secret: string): string =>
  `${appUrl}/connect/${id}?key=${secret}`;
