import { textAsTxt } from '#shared/texts/exports/formats/txt';
import { anExportedText } from '#test/support/exported-text';
import { describe, expect, it } from '#test/support/jest';
import { aTranscript } from '#test/support/transcripts';

const options = { showTimestamps: true, timestampsEverySeconds: null, showSpeakers: true };

describe('a text as plain text', () => {
  it('has a line with time and speaker for each segment', () => {
    expect(textAsTxt(anExportedText())).toBe('[00:00:00] Ada: Shall we?\n[00:00:02] Ben: Yes.\n');
  });

  it('has neither where they are not wanted', () => {
    const plain = { ...options, showTimestamps: false, showSpeakers: false };

    expect(textAsTxt(anExportedText({ options: plain }))).toBe('Shall we?\nYes.\n');
  });

  it('has timestamps between the words of a long segment at an interval', () => {
    const transcript = aTranscript([['Ada', 'one two three four five six seven']]);

    expect(textAsTxt(anExportedText({ transcript, options: { ...options, timestampsEverySeconds: 5 } }))).toBe(
      '[00:00:00] Ada: one two three four five [00:00:05] six seven\n',
    );
  });

  it('is empty without segments', () => {
    expect(textAsTxt(anExportedText({ transcript: aTranscript([]) }))).toBe('');
  });
});
