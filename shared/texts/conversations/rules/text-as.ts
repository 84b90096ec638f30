import { type TranscriptFormat, transcriptAs } from '#shared/meetings/results/rules/formats';
import type { Transcript } from '#shared/meetings/results/rules/results';
import type { Conversation } from '#shared/texts/conversations/rules/conversation';
import { isSubtitles } from '#shared/texts/conversations/rules/convert-conversation';
import { cuesOf } from '#shared/texts/subtitles/rules/convert-to-subtitles';
import { cuesAsSrt } from '#shared/texts/subtitles/rules/cues-as-srt';
import { cuesAsVtt } from '#shared/texts/subtitles/rules/cues-as-vtt';

/** The text of a conversation in a format. Subtitles keep their cues and lines in the formats of subtitles. */
export function textAs(format: TranscriptFormat, conversation: Conversation, transcript: Transcript): string {
  if (!isSubtitles(conversation)) return transcriptAs(format, transcript);
  switch (format) {
    case 'srt':
      return cuesAsSrt(cuesOf(transcript));
    case 'vtt':
      return cuesAsVtt(cuesOf(transcript), transcript);
    case 'txt':
      return transcriptAs(format, transcript);
  }
}
