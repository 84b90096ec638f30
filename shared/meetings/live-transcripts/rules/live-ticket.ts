import type { Credential } from '#shared/accounts/identity/rules/credential';
import type { BotId, MeetingId, UserId, WorkspaceId } from '#shared/foundation/core/ids';
import { type Instant, later, MINUTE_MS } from '#shared/foundation/core/time';
import type { LivePlace } from '#shared/meetings/live-transcripts/rules/reader-limits';

/** Lets one connection read the live transcript of a meeting. The table has the digest of its text alone. */
export interface LiveTicket {
  readonly botId: BotId;
  readonly meetingId: MeetingId;
  readonly workspaceId: WorkspaceId;
  readonly userId: UserId;
  /** What it was issued for; undefined in rows from before it was kept. */
  readonly credential?: Credential | undefined;
  /** What it takes among the readers; undefined in rows from before they were counted. */
  readonly place?: LivePlace | undefined;
  readonly expiresAt: Instant;
}

const VALID_MS = MINUTE_MS;

export const ticketExpiry = (now: Instant): Instant => later(now, VALID_MS);

export const ticketIssuedAt = ({ expiresAt }: LiveTicket): Instant => later(expiresAt, -VALID_MS);

export const isTicketExpired = ({ expiresAt }: LiveTicket, now: Instant): boolean => now >= expiresAt;

/** The id of the last segment that a reader has; 0 for a reader that has none, or a text that is no id. */
export const readAfter = (text: string | undefined): number =>
  text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : 0;
