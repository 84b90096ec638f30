import { isUnfinished } from '#shared/bots/rules/bot';
import type { MemberId } from '#shared/core/ids';
import { conflict } from '#shared/core/refusal';
import type { Meeting } from '#shared/meetings/rules/meeting';

/** Bots of one meeting that are not done yet: when its event is cancelled, each is two of the 100 writes of a transaction. */
const MOST_BOTS_AT_ONCE = 20;
/** Members for whom bots were sent to one meeting: each lists it, and is a write more when the meeting moves. */
const MOST_BOT_MEMBERS = 40;

interface Wanted {
  readonly allowMultipleBots: boolean;
  readonly memberId: MemberId | undefined;
}

/** Refuses a second bot on a meeting unless it was asked for, and one that its meeting has no room for. */
export function refuseWithoutRoom(
  { recordings, botMembers }: Pick<Meeting, 'recordings' | 'botMembers'>,
  { allowMultipleBots, memberId }: Wanted,
): void {
  const [first, ...others] = recordings.filter(({ status }) => isUnfinished(status));
  if (first && !allowMultipleBots)
    throw conflict(`The bot ${first.botId} is already on this meeting. Send allow_multiple_bots to add another.`);
  if (others.length + 1 >= MOST_BOTS_AT_ONCE)
    throw conflict(`This meeting has ${MOST_BOTS_AT_ONCE} unfinished bots, the maximum: cancel one first.`);
  const isNew = memberId !== undefined && !botMembers.includes(memberId);
  if (isNew && botMembers.length >= MOST_BOT_MEMBERS)
    throw conflict(`Bots were sent to this meeting for ${MOST_BOT_MEMBERS} members, the maximum.`);
}
