import type { Conversation } from '#shared/conversations/rules/conversation';
import { isSubtitles } from '#shared/conversations/rules/convert-conversation';
import { type TranscriptFormat, transcriptAs } from '#shared/results/rules/formats';
import type { Transcript } from '#shared/results/rules/results';
import { cuesOf } from '#shared/subtitles/rules/convert-to-subtitles';
import { cuesAsSrt } from '#shared/subtitles/rules/cues-as-srt';
import { cuesAsVtt } from '#shared/subtitles/rules/cues-as-vtt';

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
