import type { BotId } from '#shared/foundation/core/ids';
import { conflict } from '#shared/foundation/core/refusal';
import type { Instant } from '#shared/foundation/core/time';
import type { Bot } from '#shared/meetings/bots/rules/bot';
import { hasResults, type RecordingPart, withoutRecording } from '#shared/meetings/bots/rules/remove-recording';
import { requireNotHeld } from '#shared/meetings/meetings/rules/hold';
import type { Meeting } from '#shared/meetings/meetings/rules/meeting';
import { recordBot } from '#shared/meetings/meetings/rules/record-bot';

/** The bots whose recordings have one of these parts. */
export const botsWithResults = ({ recordings }: Meeting, parts: readonly RecordingPart[]): readonly BotId[] =>
  recordings.filter(({ results }) => hasResults(results, parts)).map(({ botId }) => botId);

/** 409 under a legal hold, while a bot is in its call or on its way to it, and while results are being processed. */
export function requireRemovable(meeting: Pick<Meeting, 'recordings' | 'heldAt'>): void {
  requireNotHeld(meeting);
  const busy = meeting.recordings.find(({ status }) => ['joining', 'in_call', 'processing'].includes(status));
  if (busy?.status === 'processing')
    throw conflict('Results of the meeting are being processed: wait until results.status is ready, failed or none.');
  if (busy)
    throw conflict(
      `The bot ${busy.botId} records the meeting: end it with POST /bots/{id}/leave or DELETE /bots/{id}.`,
    );
}

export interface ResultsRemoved {
  readonly meeting: Meeting;
  /** In the order in which they were given. */
  readonly bots: readonly Bot[];
}

/** The meeting and these of its bots without those parts of their recordings. Its conversation goes with the transcript. */
export function removeResults(
  meeting: Meeting,
  bots: readonly Bot[],
  parts: readonly RecordingPart[],
  now: Instant,
): ResultsRemoved {
  const after = bots.map((bot) => withoutRecording(bot, parts));
  const { conversationId, ...rest } = after.reduce(recordBot, meeting);
  const keepsText = conversationId !== undefined && !parts.includes('transcript');
  return {
    meeting: { ...rest, ...(keepsText && { conversationId }), resultsRemovedAt: now, updatedAt: now },
    bots: after,
  };
}
