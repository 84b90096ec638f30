import { filesOf, type MediaFile } from '#shared/bots/rules/bot';
import { bots } from '#shared/bots/store';
import type { ConversationWithMeeting } from '#shared/conversations/rules/conversation';
import type { Table } from '#shared/core/table';
import type { RecordingFormat } from '#shared/exports/rules/export';
import { shownRecording } from '#shared/meetings/rules/whole-results';

const CONTENT_TYPES: Readonly<Record<RecordingFormat, string>> = { mp3: 'audio/mpeg', mp4: 'video/mp4' };

/** The recording whose text a conversation is, in one form; undefined where there is none. */
export async function recordingFile(
  table: Table,
  { meeting }: ConversationWithMeeting,
  format: RecordingFormat,
): Promise<MediaFile | undefined> {
  const shown = meeting && shownRecording(meeting);
  const bot = shown && (await bots.find(table, shown.botId));
  if (!bot) return undefined;
  return filesOf(bot.state).find(({ contentType }) => contentType.startsWith(CONTENT_TYPES[format]));
}
