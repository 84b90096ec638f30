import type { Credential } from '#shared/accounts/identity/rules/credential';
import type { BotId, MeetingId, UserId, WorkspaceId } from '#shared/foundation/core/ids';
import { type Instant, later, SECOND_MS } from '#shared/foundation/core/time';
import type { LivePlace } from '#shared/meetings/live-transcripts/rules/reader-limits';

/** How many segments of a live meeting are kept. */
export const MOST_SEGMENTS = 200;

/** A segment of a live transcript, as its recorder reported it last. */
export interface LiveSegment {
  /** Counted from 1 in the order in which segments began to be reported. */
  readonly number: number;
  /** Of the last change of the segment. It grows from change to change, also across the bots of a meeting. */
  readonly id: number;
  /** The recorder's id of the line. */
  readonly lineId: string;
  readonly speakerKey: string | null;
  readonly speakerName: string | null;
  readonly text: string;
  /** Seconds from the start of the recording. */
  readonly start: number;
  readonly end: number;
  readonly isFinal: boolean;
}

/** What is known of the live transcript of a bot, beside its segments. */
export interface FeedState {
  readonly botId: BotId;
  readonly meetingId: MeetingId;
  readonly workspaceId: WorkspaceId;
  /** How many segments there have been. */
  readonly count: number;
  /** The id of the last change; 0 before the first. */
  readonly lastId: number;
  /** The last change that every reader has, except those that have not caught up. */
  readonly sentId: number;
  /** The worker that sends, and until when no other does. */
  readonly lease: { readonly holder: string; readonly until: Instant } | null;
  /** When the next look at the bot was queued for. */
  readonly lookAt: Instant | null;
  /** When the status was last sent to every reader; undefined before, and in rows from before it was repeated. */
  readonly statusAt?: Instant | undefined;
}

/** A connection of someone who reads along. */
export interface LiveReader {
  readonly connectionId: string;
  readonly userId: UserId;
  /** What its ticket was issued for; undefined in rows from before it was kept. */
  readonly credential?: Credential | undefined;
  /** Undefined in rows from before readers were counted. */
  readonly place?: LivePlace | undefined;
  readonly connectedAt: Instant;
  /** The id after which segments are still to be sent: 0 for all that are kept. Null once it has caught up. */
  readonly after: number | null;
  /** The status that it was sent last. */
  readonly told: LiveStatus | null;
}

/** `ended` is sent as the last message. */
export type LiveStatus = 'joining' | 'in_call' | 'ended';

export const newFeed = (of: Pick<FeedState, 'botId' | 'meetingId' | 'workspaceId'>): FeedState => ({
  botId: of.botId,
  meetingId: of.meetingId,
  workspaceId: of.workspaceId,
  count: 0,
  lastId: 0,
  sentId: 0,
  lease: null,
  lookAt: null,
});

/** At most so long until the next look, while someone reads. */
export const LONGEST_LOOK_SECONDS = 3;
/** With the time until a look, the status comes at least every 30 seconds: docs/api/live.md. */
const STATUS_MS = 25 * SECOND_MS;

/** Whether every reader is sent the status again, so that it notices a connection that was lost without a word. */
export const isStatusDue = ({ statusAt }: FeedState, now: Instant): boolean =>
  statusAt === undefined || now >= later(statusAt, STATUS_MS);

/** A message that comes this little early is on time. */
const EARLY_MS = 200;

/** Whether another message than that of the look which is being made is in the queue for a look. */
const isAhead = (lookAt: Instant | null, made: Instant | undefined, now: Instant): lookAt is Instant =>
  lookAt !== null && lookAt !== made && lookAt > later(now, EARLY_MS);

/** Whether the next look is queued, for as soon as one has to be made. */
export const isLookQueued = (lookAt: Instant | null, made: Instant | undefined, now: Instant): boolean =>
  isAhead(lookAt, made, now) && lookAt <= later(now, LONGEST_LOOK_SECONDS * SECOND_MS);

/**
 * The look that a worker queues which finds the lease taken: for its end, so that the feed is served soon where the
 * worker that has it has died. Undefined where a look is queued already. One that has not died moves the look on.
 */
export const lookAfterLease = (
  { lookAt, lease }: FeedState,
  made: Instant | undefined,
  now: Instant,
): Instant | undefined => (lease === null || isAhead(lookAt, made, now) ? undefined : lease.until);
