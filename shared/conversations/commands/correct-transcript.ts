import { loadBot } from '#shared/bots/commands/load-bot';
import { saveTransition } from '#shared/bots/commands/save-transition';
import type { Bot } from '#shared/bots/rules/bot';
import { command } from '#shared/commands/command';
import type { CommandContext } from '#shared/commands/context';
import type { Conversation } from '#shared/conversations/rules/conversation';
import { conversations } from '#shared/conversations/store';
import { decided } from '#shared/core/decision';
import type { ConversationId } from '#shared/core/ids';
import { isSame } from '#shared/core/json';
import { notFound } from '#shared/core/refusal';
import type { Meeting } from '#shared/meetings/rules/meeting';
import { recordBot } from '#shared/meetings/rules/record-bot';
import { shownRecording } from '#shared/meetings/rules/whole-results';
import { meetings } from '#shared/meetings/store';
import { keyOf, type ResultsStorage } from '#shared/results/ports';
import { NO_TRANSCRIPT, type Transcript } from '#shared/results/rules/results';
import { etagOf } from '#shared/results/rules/transcript-etag';

export interface Correcting extends CommandContext {
  readonly results: Pick<ResultsStorage, 'transcript' | 'saveTranscript' | 'removeTranscript'>;
}

export interface Corrected {
  readonly transcript: Transcript;
  readonly meeting: Meeting;
}

/** What a correction is held to: the tag that the caller sent, and the rule that decides the new text. */
export interface Correction {
  /** Throws 428 or 412 unless the caller has read what is there now. */
  readonly requireRead: (etag: string) => void;
  /** Throws 422 for segments that do not fit into the audio. */
  readonly correct: (before: Transcript, lengthSeconds: number) => Transcript;
}

/**
 * Corrects the transcript that a meeting shows. It is stored as a file of its own, which the bot and the meeting name
 * from the transaction on: of two corrections at once, the later is 412. The recognized text stays where it is.
 */
export const correctTranscript = command(
  async (context: Correcting, id: ConversationId, { requireRead, correct }: Correction): Promise<Corrected> => {
    const { table, clock, results } = context;
    const conversation = await conversations.find(table, id);
    if (!conversation) throw notFound('conversation');
    const meeting = await meetings.find(table, conversation.state.meetingId);
    if (!meeting) throw notFound('conversation');
    requireRead(etagOf(meeting.state));
    const shown = shownRecording(meeting.state);
    if (shown?.results.transcript !== 'ready') throw notFound('transcript');
    const [loaded, stored = NO_TRANSCRIPT] = await Promise.all([
      loadBot(context, shown.botId),
      results.transcript(keyOf(meeting.state, shown)),
    ]);
    const transcript = correct(stored, shown.results.durationSeconds ?? 0);
    if (isSame(stored, transcript)) return { transcript, meeting: meeting.state };
    const correction = Buffer.from(context.randomBytes(10)).toString('hex');
    const bot = withCorrection(loaded.bot.state, correction);
    const at = clock.now();
    const of = { workspaceId: bot.workspaceId, botId: bot.id, correction };
    const after: Conversation = { ...conversation.state, updatedAt: at };
    const corrected = { transcript, meeting: recordBot(meeting.state, bot) };
    await results.saveTranscript(of, transcript);
    try {
      await saveTransition(context, loaded, decided(bot), at, {
        writes: [conversations.put(conversation, after)],
        events: [{ type: 'conversation.ready', conversation: { conversation: after, meeting: corrected.meeting } }],
        limits: [context.useOf('meeting_changes', bot.workspaceId, at)],
      });
    } catch (error) {
      // A file that a crash leaves here is named by no row, and goes with the workspace.
      await results.removeTranscript(of);
      throw error;
    }
    return corrected;
  },
);

/** The bot with its results naming the corrected transcript. */
function withCorrection(bot: Bot, correction: string): Bot {
  if (bot.status === 'processing' || bot.status === 'completed')
    return { ...bot, results: { ...bot.results, correction } };
  if (bot.status !== 'failed' || !bot.recorded) throw new Error('A bot with a transcript has no recording.');
  return { ...bot, recorded: { ...bot.recorded, results: { ...bot.recorded.results, correction } } };
}
