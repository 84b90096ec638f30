import fc from 'fast-check';
import { transcriptAs } from '#shared/meetings/results/rules/formats';
import { parseWebVtt } from '#shared/meetings/results/rules/webvtt';
import { describe, expect, it } from '#test/support/jest';
import { aSegment, aSpeaker, aTranscript, aTranscriptWithoutSpeech } from '#test/support/transcripts';

const twoVoices = aTranscript([
  ['Ada', 'Shall we?'],
  ['Ben', 'Yes.'],
  [null, 'Noise.'],
]);

describe('a transcript as text', () => {
  it('has a line for each segment', () => {
    expect(transcriptAs('txt', twoVoices)).toBe('[00:00:00] Ada: Shall we?\n[00:00:02] Ben: Yes.\n[00:00:03] Noise.\n');
  });

  it('numbers a speaker without a name', () => {
    const transcript = aTranscript([], {
      speakers: [aSpeaker(), aSpeaker({ id: 'spk_2', name: null })],
      segments: [aSegment({ speakerId: 'spk_2' })],
    });

    expect(transcriptAs('txt', transcript)).toBe('[00:00:00] Speaker 2: Good morning.\n');
  });

  it('is empty without segments', () => {
    expect(transcriptAs('txt', aTranscriptWithoutSpeech())).toBe('');
    expect(transcriptAs('srt', aTranscriptWithoutSpeech())).toBe('');
    expect(transcriptAs('vtt', aTranscriptWithoutSpeech())).toBe('WEBVTT\n');
  });
});

describe('a transcript as SubRip', () => {
  it('numbers its cues and writes decimal commas', () => {
    expect(transcriptAs('srt', twoVoices).split('\n\n')[1]).toBe('2\n00:00:02,000 --> 00:00:03,000\nBen: Yes.');
  });

  it('keeps an arrow in the text from being read as times', () => {
    const transcript = aTranscript([['Ada', 'a --> b']]);

    expect(transcriptAs('srt', transcript)).toContain('Ada: a → b');
  });
});

describe('a transcript as WebVTT', () => {
  it('has voices and a stamp before every word', () => {
    expect(transcriptAs('vtt', twoVoices)).toContain(
      '00:00:00.000 --> 00:00:02.000\n<v Ada><00:00:00.000>Shall <00:00:01.000>we?</v>\n',
    );
  });

  it('counts hours past a hundred', () => {
    const late = aTranscript([], { segments: [aSegment({ speakerId: null, start: 359_999.5, end: 360_000.25 })] });

    expect(transcriptAs('vtt', late)).toContain('99:59:59.500 --> 100:00:00.250');
  });

  it('is read back as the same transcript', () => {
    fc.assert(
      fc.property(anyTranscript, (transcript) => {
        expect(parseWebVtt(transcriptAs('vtt', transcript))).toEqual({ transcript, malformedCues: 0 });
      }),
    );
  });
});

/** Milliseconds gone by, from one moment to the next. */
const steps = fc.nat({ max: 90_000_000 });
const visible = fc
  .string({ unit: 'grapheme', minLength: 1 })
  .map((text) => text.replace(/[\s\p{Cc}\p{Cs}]/gu, ''))
  .filter((text) => text !== '');
const anyLine = fc.record({
  name: fc.option(fc.constantFrom('Ada', 'Ben <b>', 'C & D', 'Eve --> F')),
  words: fc.array(fc.record({ text: visible, pause: steps, lasts: steps }), { minLength: 1, maxLength: 6 }),
  before: steps,
  after: steps,
  isTimed: fc.boolean(),
});
const anyTranscript = fc
  .record({ lines: fc.array(anyLine, { maxLength: 6 }), language: fc.constantFrom(null, 'en', 'pt-BR') })
  .map(({ lines, language }) => {
    const names = [...new Set(lines.flatMap(({ name }) => (name === null ? [] : [name])))];
    const speakers = names.map((name, index) => aSpeaker({ id: `spk_${index + 1}`, name }));
    let now = 0;
    const segments = lines.map(({ name, words, before, after, isTimed }, index) => {
      now += before;
      const start = now / 1000;
      const timed = words.map(({ text, pause, lasts }) => {
        const from = now + pause;
        now = from + lasts;
        return { text, start: from / 1000, end: now / 1000, confidence: null };
      });
      now += after;
      return aSegment({
        id: `seg_${index + 1}`,
        speakerId: speakers.find((speaker) => speaker.name === name)?.id ?? null,
        start,
        end: now / 1000,
        text: words.map((word) => word.text).join(' '),
        words: isTimed ? timed : [],
      });
    });
    return { language, speakers, segments };
  });
