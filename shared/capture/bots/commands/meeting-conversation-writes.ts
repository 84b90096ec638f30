import type { BotInMeeting } from '#shared/capture/bots/commands/save-transition';
import type { CommandContext } from '#shared/foundation/commands/context';
import type { Write } from '#shared/foundation/core/table';
import type { Instant } from '#shared/foundation/core/time';
import type { DomainEvent } from '#shared/foundation/events/rules/domain-event';
import type { BotDecision } from '#shared/meetings/bots/rules/transitions';
import type { Meeting } from '#shared/meetings/meetings/rules/meeting';
import { recordBot } from '#shared/meetings/meetings/rules/record-bot';
import { conversationOf, isOfMeeting, withMeetingLanguage } from '#shared/texts/conversations/rules/conversation';
import { conversations } from '#shared/texts/conversations/store';

interface Followed {
  /** The meeting, which names its new conversation. */
  readonly meetingNow?: Meeting;
  readonly writes?: readonly (readonly Write[])[];
  readonly events?: readonly DomainEvent[];
}

/**
 * The conversation of a meeting, for the transaction of a step of its bot: made with the first transcript, silent ones
 * included; later it follows the language of the transcript that the meeting shows.
 */
export async function meetingConversationWrites(
  { table, ids }: Pick<CommandContext, 'table' | 'ids'>,
  { bot, meeting }: BotInMeeting,
  { state: after }: BotDecision,
  at: Instant,
): Promise<Followed> {
  const recorded = recordBot(meeting.state, after);
  const { conversationId } = recorded;
  if (conversationId === undefined) {
    if (!isTranscriptStored(bot.state, after)) return {};
    const conversation = conversationOf(recorded, ids.make('con'), at);
    const meetingNow = { ...meeting.state, conversationId: conversation.id };
    return {
      meetingNow,
      writes: [conversations.put(undefined, conversation)],
      events: [{ type: 'conversation.ready', conversation: { conversation, meeting: recordBot(meetingNow, after) } }],
    };
  }
  const before = await conversations.find(table, conversationId);
  if (!before || !isOfMeeting(before.state)) return {};
  const followed = withMeetingLanguage(before.state, recorded, at);
  return followed === before.state ? {} : { writes: [conversations.put(before, followed)] };
}

const isTranscriptStored = (before: BotInMeeting['bot']['state'], after: BotDecision['state']): boolean =>
  before.status === 'processing' &&
  before.results.transcript === 'processing' &&
  'results' in after &&
  after.results.transcript === 'ready';
