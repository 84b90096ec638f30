import { textAsMaxqda } from '#shared/texts/exports/formats/maxqda';
import { anExportedText } from '#test/support/exported-text';
import { describe, expect, it } from '#test/support/jest';
import { aSegment, aTranscript } from '#test/support/transcripts';

const hidden = { showTimestamps: false, timestampsEverySeconds: null, showSpeakers: false };

describe('a text for MAXQDA', () => {
  it('has a paragraph for each segment between the timestamps of its start and end', () => {
    expect(textAsMaxqda(anExportedText())).toBe(
      '#00:00:00-0#Ada: Shall we? #00:00:02-0#\n\n#00:00:02-0#Ben: Yes. #00:00:03-0#\n',
    );
  });

  it('keeps its timestamps where speakers and times are not wanted', () => {
    const segments = [aSegment({ start: 3723.449, end: 3799.96 })];

    expect(textAsMaxqda(anExportedText({ transcript: aTranscript([], { segments }), options: hidden }))).toBe(
      '#01:02:03-4#Good morning. #01:03:20-0#\n',
    );
  });

  it('keeps the text of a segment from reading as a timestamp', () => {
    const transcript = aTranscript([['Ada', 'See #00:00:09-1# there']]);

    expect(textAsMaxqda(anExportedText({ transcript }))).toContain('See #\u206000:00:09-1# there');
  });
});
