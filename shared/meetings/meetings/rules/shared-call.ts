import type { WorkspaceId } from '#shared/foundation/core/ids';
import { isSame } from '#shared/foundation/core/json';
import type { Loaded } from '#shared/foundation/core/store';
import { type Instant, MINUTE_MS } from '#shared/foundation/core/time';
import { isOnItsWay, isUnfinished } from '#shared/meetings/bots/rules/bot';
import { type Meeting, sortTimeOf } from '#shared/meetings/meetings/rules/meeting';
import { callKeyOf } from '#shared/meetings/meetings/rules/read-link';
import { type PropagateSettingsJob, propagateToCall } from '#shared/meetings/settings/rules/propagation';

/** Two meetings of one call within this span share one bot: docs/limits-and-rules.md#shared-calls. */
export const SAME_CALL_MS = 15 * MINUTE_MS;

/**
 * Other meetings of a call within that span that are read. Where there are more, no meeting gets a bot that it does not
 * have, as a bot of one that was not read may be in the call: docs/limits-and-rules.md#shared-calls.
 */
export const MOST_AT_CALL = 50;

/** A call at one time. */
export interface TimedCall {
  readonly workspaceId: WorkspaceId;
  /** The identity of the call; the link itself where it leads elsewhere. */
  readonly call: string;
  readonly at: Instant;
}

type Placed = Pick<Meeting, 'workspaceId' | 'meetingUrl' | 'startsAt' | 'createdAt'>;

/** Undefined for a meeting without a link. */
export const timedCallOf = (meeting: Placed): TimedCall | undefined =>
  meeting.meetingUrl === null
    ? undefined
    : { workspaceId: meeting.workspaceId, call: callKeyOf(meeting.meetingUrl), at: sortTimeOf(meeting) };

/** A call at one time, with the other meetings that are held there and the guard that its bots share. */
export interface SharedCall {
  readonly place: TimedCall;
  readonly others: readonly Loaded<Meeting>[];
  /** There are more than `MOST_AT_CALL` others; none is loaded. */
  readonly isCrowded: boolean;
  /** Revisions of the guard rows, by the instant that a slot begins. */
  readonly slots: ReadonlyMap<Instant, number>;
}

/** A bot of the meeting is to join its call, is in it, or recorded it. */
const hasBotInCall = ({ recordings }: Meeting): boolean =>
  recordings.some(({ status, startedAt }) => isUnfinished(status) || startedAt !== null);

/** The call that a meeting's bot is for; undefined where it has none. */
export const callOfBot = (meeting: Meeting | undefined): TimedCall | undefined =>
  meeting && hasBotInCall(meeting) ? timedCallOf(meeting) : undefined;

/**
 * Whether a meeting leaves its call to the bot of another meeting, of those at the same call and time; at a crowded one
 * it always does. A bot of its own that does not record yet yields only where the meeting has moved there.
 */
export function isRecordedElsewhere(
  before: Meeting | undefined,
  after: Meeting,
  sharedCall: SharedCall | undefined,
): boolean {
  if (!sharedCall?.isCrowded && !sharedCall?.others.some(({ state }) => hasBotInCall(state))) return false;
  const onTheirWay = after.recordings.filter(({ status }) => isOnItsWay(status));
  if (onTheirWay.length === 0) return true;
  const mayYield = onTheirWay.every(({ automatic, status }) => automatic && status !== 'in_call');
  return mayYield && before !== undefined && !isSame(timedCallOf(before), timedCallOf(after));
}

/** The meeting has no bot of its own because another meeting's is in the call. */
export const reliesOnAnother = ({ settings }: Meeting): boolean => {
  const source = settings.sources['recording.enabled'];
  return source.assignmentId === null && source.reason === 'recorded_elsewhere';
};

/** The job that looks again at the meetings which rely on this one's bot, where it lost the bot or took it elsewhere. */
export function freedCall(before: Meeting | undefined, after: Meeting): readonly PropagateSettingsJob[] {
  const held = callOfBot(before);
  if (!before?.sharesCall || !held || isSame(held, callOfBot(after))) return [];
  return [propagateToCall({ workspaceId: held.workspaceId, hash: before.sharesCall, at: held.at })];
}
