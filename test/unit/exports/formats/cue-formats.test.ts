import { parseWebVtt } from '#shared/meetings/results/rules/webvtt';
import { cuesAsTtml } from '#shared/texts/exports/formats/ttml';
import { cuesAsSrt } from '#shared/texts/subtitles/rules/cues-as-srt';
import { cuesAsVtt } from '#shared/texts/subtitles/rules/cues-as-vtt';
import { aCue } from '#test/support/a-cue';
import { describe, expect, it } from '#test/support/jest';
import { aSpeaker } from '#test/support/transcripts';

const head = { language: 'en', speakers: [aSpeaker({ name: 'Ada "A" <B>' })] };

describe('subtitles as SubRip', () => {
  it('have numbers, decimal commas and no arrow in the text', () => {
    expect(cuesAsSrt([aCue(), aCue({ startMs: 3000, endMs: 4000, lines: ['Yes.'] })])).toBe(
      '1\n00:00:00,500 --> 00:00:02,500\nA < B & C\nand so → on.\n\n2\n00:00:03,000 --> 00:00:04,000\nYes.\n',
    );
  });

  it('are empty without cues', () => {
    expect(cuesAsSrt([])).toBe('');
  });
});

describe('subtitles as WebVTT', () => {
  it('are read back with times, text and voice', () => {
    expect(parseWebVtt(cuesAsVtt([aCue(), aCue({ speakerId: null })], head))).toMatchObject({
      malformedCues: 0,
      transcript: {
        language: 'en',
        segments: [
          { start: 0.5, end: 2.5, text: 'A < B & C and so --> on.', speakerId: 'spk_1' },
          { text: 'A < B & C and so --> on.', speakerId: null },
        ],
        speakers: [{ name: 'Ada "A" <B>' }],
      },
    });
  });

  it('keep their lines', () => {
    expect(cuesAsVtt([aCue()], head)).toContain('A &lt; B &amp; C\nand so --&gt; on.</v>');
  });
});

describe('subtitles as TTML', () => {
  it('have a paragraph for each cue, with its lines, times and agent', () => {
    expect(cuesAsTtml([aCue()], head)).toContain(
      '<p begin="00:00:00.500" end="00:00:02.500" ttm:agent="speaker1">A &lt; B &amp; C<br/>and so --&gt; on.</p>',
    );
  });

  it('name speakers with escaped text', () => {
    expect(cuesAsTtml([], head)).toContain('<ttm:name type="full">Ada &quot;A&quot; &lt;B&gt;</ttm:name>');
  });

  it('leave out characters that XML does not allow', () => {
    expect(cuesAsTtml([aCue({ lines: ['a\u0000b\u000bc'] })], head)).toContain('>abc</p>');
  });
});
