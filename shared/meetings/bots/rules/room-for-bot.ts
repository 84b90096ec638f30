import type { BotId, MemberId } from '#shared/foundation/core/ids';
import { conflict } from '#shared/foundation/core/refusal';
import type { Instant } from '#shared/foundation/core/time';
import { isUnfinished } from '#shared/meetings/bots/rules/bot';
import { meetingToJoin } from '#shared/meetings/bots/rules/meeting-for-bot';
import { type Meeting, sortTimeOf } from '#shared/meetings/meetings/rules/meeting';
import { MOST_AT_CALL, SAME_CALL_MS } from '#shared/meetings/meetings/rules/shared-call';

/** Bots of one meeting that are not done yet: when its event is cancelled, each is two of the 100 writes of a transaction. */
const MOST_BOTS_AT_ONCE = 20;
/** Members for whom bots were sent to one meeting: each lists it, and is a write more when the meeting moves. */
const MOST_BOT_MEMBERS = 40;

interface Wanted {
  readonly allowMultipleBots: boolean;
  readonly memberId: MemberId | undefined;
}

/** Refuses a second bot in a call, which several meetings may share, unless it was asked for. */
export function refuseSecondBot(
  meetings: readonly Pick<Meeting, 'recordings'>[],
  { allowMultipleBots }: Pick<Wanted, 'allowMultipleBots'>,
): void {
  const first = meetings.flatMap(({ recordings }) => recordings).find(({ status }) => isUnfinished(status));
  if (first && !allowMultipleBots)
    throw conflict(`The bot ${first.botId} is already in this call. Send allow_multiple_bots to add another.`);
}

/** Refuses a bot where the meetings that share its call were not all looked at, unless a second one was asked for. */
export function refuseCrowdedCall(isCrowded: boolean, { allowMultipleBots }: Pick<Wanted, 'allowMultipleBots'>): void {
  if (isCrowded && !allowMultipleBots)
    throw conflict(
      `More than ${MOST_AT_CALL} meetings are at this call, and one may have a bot. Send allow_multiple_bots to add another.`,
    );
}

/** The meetings that share a bot with this one, itself first. */
export function inSameCall(meetings: readonly Meeting[], joined: Meeting): readonly Meeting[] {
  const at = sortTimeOf(joined);
  return [joined, ...meetings.filter((other) => Math.abs(sortTimeOf(other) - at) <= SAME_CALL_MS && other !== joined)];
}

interface Moving {
  readonly id: BotId;
  readonly joinsAt: Instant;
}

/** Refuses a bot that moves to a call with another one: `meetings` are those of the call around the time of the bot. */
export function refuseMoveToTakenCall(
  meetings: readonly Meeting[],
  { id, joinsAt }: Moving,
  wanted: Pick<Wanted, 'allowMultipleBots'>,
): void {
  const others = meetings.map((meeting) => ({
    ...meeting,
    recordings: meeting.recordings.filter(({ botId }) => botId !== id),
  }));
  const joined = meetingToJoin(others, joinsAt);
  if (joined) refuseSecondBot(inSameCall(others, joined), wanted);
}

/** Refuses a bot that its meeting has no room for. */
export function refuseWithoutRoom(
  { recordings, botMembers }: Pick<Meeting, 'recordings' | 'botMembers'>,
  { memberId }: Pick<Wanted, 'memberId'>,
): void {
  if (recordings.filter(({ status }) => isUnfinished(status)).length >= MOST_BOTS_AT_ONCE)
    throw conflict(`This meeting has ${MOST_BOTS_AT_ONCE} unfinished bots, the maximum: cancel one first.`);
  const isNew = memberId !== undefined && !botMembers.includes(memberId);
  if (isNew && botMembers.length >= MOST_BOT_MEMBERS)
    throw conflict(`Bots were sent to this meeting for ${MOST_BOT_MEMBERS} members, the maximum.`);
}
