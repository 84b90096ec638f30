import type { Table } from '#shared/foundation/core/table';
import { filesOf, type MediaFile } from '#shared/meetings/bots/rules/bot';
import { bots } from '#shared/meetings/bots/store';
import { shownRecording } from '#shared/meetings/meetings/rules/results-status';
import { mediaFileOf } from '#shared/texts/conversations/ports';
import type { ConversationWithMeeting } from '#shared/texts/conversations/rules/conversation';
import type { RecordingFormat } from '#shared/texts/exports/rules/export';

/** The media type of each form. */
export const RECORDING_TYPES: Readonly<Record<RecordingFormat, string>> = { mp3: 'audio/mpeg', mp4: 'video/mp4' };

/**
 * The recordings whose text a conversation is: of its meeting, or the file that was ordered; none for a translation.
 */
export async function recordingsOf(table: Table, found: ConversationWithMeeting): Promise<readonly MediaFile[]> {
  if (!found.meeting) return [mediaFileOf(found) ?? []].flat();
  const shown = shownRecording(found.meeting);
  const bot = shown && (await bots.find(table, shown.botId));
  return bot ? filesOf(bot.state) : [];
}

/** The recording that has a form; undefined where none has it. */
export const inForm = (recordings: readonly MediaFile[], format: RecordingFormat): MediaFile | undefined =>
  recordings.find(({ contentType }) => contentType.startsWith(RECORDING_TYPES[format]));
