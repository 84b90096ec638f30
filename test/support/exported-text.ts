import type { ExportedText } from '#shared/texts/exports/formats/format';
import { DEFAULT_STYLE } from '#shared/texts/subtitles/rules/style';
import { subtitlesOf } from '#shared/texts/subtitles/rules/subtitles-of';
import { aTranscript } from '#test/support/transcripts';

/** A text of two people with subtitles of the default style, timestamps and speakers. */
export function anExportedText(changes: Partial<ExportedText> = {}): ExportedText {
  const text = {
    title: 'Weekly sync',
    date: null,
    people: ['Ada', 'Ben'],
    transcript: aTranscript([
      ['Ada', 'Shall we?'],
      ['Ben', 'Yes.'],
    ]),
    options: { showTimestamps: true, timestampsEverySeconds: null, showSpeakers: true },
    ...changes,
  };
  return { cues: () => subtitlesOf(text.transcript, DEFAULT_STYLE, null), ...text };
}
