import type { FollowRecording } from '#shared/capture/bots/ports';
import type { CommandContext } from '#shared/foundation/commands/context';
import type { Bot } from '#shared/meetings/bots/rules/bot';
import { recordBot } from '#shared/meetings/meetings/rules/record-bot';
import { conversationOf, isOfMeeting, withMeetingLanguage } from '#shared/texts/conversations/rules/conversation';
import { conversations } from '#shared/texts/conversations/store';

/**
 * The conversation of a meeting: made with the first transcript, silent ones included; later it follows the language of the
 * transcript that the meeting shows.
 */
export const followRecording =
  ({ table, ids }: Pick<CommandContext, 'table' | 'ids'>): FollowRecording =>
  async ({ bot, meeting }, { state: after }, at) => {
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
  };

const isTranscriptStored = (before: Bot, after: Bot): boolean =>
  before.status === 'processing' &&
  before.results.transcript === 'processing' &&
  'results' in after &&
  after.results.transcript === 'ready';
