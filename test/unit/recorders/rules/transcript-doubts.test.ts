import fc from 'fast-check';
import { doubtsAbout, secondsSpoken, wordsOf } from '#shared/meetings/recorders/rules/transcript-doubts';
import { countWords } from '#shared/meetings/results/rules/words-in';
import { describe, expect, it } from '#test/support/jest';
import { aSegment, aTranscript, aTranscriptWithoutSpeech } from '#test/support/transcripts';

const turn = (start: number, end: number) => ({ speakerKey: 'ada', speakerName: 'Ada', start, end });
const MINUTE = 60;
const words = (count: number): string => Array.from({ length: count }, (_, nth) => `word${nth}`).join(' ');
const at = (start: number, text: string, seconds = 10) => aSegment({ start, end: start + seconds, text });
const transcriptOf = (...segments: ReturnType<typeof at>[]) => ({ language: 'en', speakers: [], segments });

const isOfDictionary = (language: string | null) => ['ja', 'th', 'zh'].includes(language ?? '');

describe('words', () => {
  it.each([
    ['en', "We'll ship on Friday, won't we?", 6],
    ['ja', '会議は金曜日に始まります。', 7],
    ['th', 'เราจะประชุมกันวันศุกร์', 5],
    ['zh', '我们星期五开会。', 4],
    ['not a language', 'Two words', 2],
    [null, '… – !', 0],
  ])('are those of the language %s: %s', (language, text, expected) => {
    const count = countWords(text, language);

    // Dictionaries of ICU differ by a word or two between releases.
    expect(Math.abs(count - expected)).toBeLessThanOrEqual(isOfDictionary(language) ? 2 : 0);
  });
});

describe('a transcript is doubted', () => {
  it('where it is empty, however short the recording', () => {
    expect(doubtsAbout(aTranscriptWithoutSpeech(), { durationSeconds: 5, timeline: undefined })).toEqual(['empty']);
    expect(doubtsAbout(transcriptOf(at(0, '…')), { durationSeconds: 5, timeline: undefined })).toEqual(['empty']);
  });

  it('where it has hardly a word for the minutes in which someone spoke', () => {
    const timeline = [turn(0, 4 * MINUTE), turn(MINUTE, 5 * MINUTE)];

    expect(doubtsAbout(transcriptOf(at(0, words(24))), { durationSeconds: 600, timeline })).toEqual(['few_words']);
    expect(doubtsAbout(transcriptOf(at(0, words(25))), { durationSeconds: 600, timeline })).toEqual([]);
  });

  it('where over five minutes of speech have no word', () => {
    const transcript = transcriptOf(at(0, words(200), 60), at(1200, words(200), 60));
    const silent = [turn(0, 60), turn(100, 390), turn(1200, 1260)];
    const spoken = [turn(0, 60), turn(100, 420), turn(1200, 1260)];

    expect(doubtsAbout(transcript, { durationSeconds: 1260, timeline: silent })).toEqual([]);
    expect(doubtsAbout(transcript, { durationSeconds: 1260, timeline: spoken })).toEqual(['gap']);
  });

  it('where it has more words or letters than anyone says, in a recording of any length', () => {
    const timeline = [turn(0, 600)];

    expect(doubtsAbout(transcriptOf(at(0, words(178), 6.5)), { durationSeconds: 6.5, timeline })).toEqual(['too_fast']);
    expect(doubtsAbout(transcriptOf(at(0, words(301), 29)), { durationSeconds: 60, timeline })).toContain('too_fast');
    expect(doubtsAbout(transcriptOf(at(0, 'a'.repeat(1201), 29)), { durationSeconds: 60, timeline })).toEqual([
      'too_fast',
    ]);
    expect(doubtsAbout(transcriptOf(at(0, words(80), 29)), { durationSeconds: 60, timeline })).toEqual([]);
  });

  it('only where it is empty or too fast, in a recording under three minutes', () => {
    const timeline = [turn(0, 179)];

    expect(doubtsAbout(transcriptOf(at(0, 'Hello.')), { durationSeconds: 179, timeline })).toEqual([]);
    expect(doubtsAbout(transcriptOf(at(0, 'Hello.')), { durationSeconds: 180, timeline })).toEqual(['few_words']);
  });

  it('not in a long meeting with pauses in which no one spoke', () => {
    const timeline = [turn(0, 30), turn(10_770, 10_800)];
    const transcript = transcriptOf(at(0, words(60), 30), at(10_770, words(60), 30));

    expect(doubtsAbout(transcript, { durationSeconds: 10_800, timeline })).toEqual([]);
  });

  it('with a speaker timeline only where it is doubted without one', () => {
    const span = fc.tuple(fc.nat(3600), fc.nat(900));
    const segment = fc.tuple(fc.nat(3600), fc.integer({ min: 1, max: 60 }), fc.nat(40));
    fc.assert(
      fc.property(fc.array(span, { maxLength: 8 }), fc.array(segment, { maxLength: 8 }), (turns, said) => {
        const transcript = transcriptOf(...said.map(([start, seconds, count]) => at(start, words(count), seconds)));
        const timeline = turns.map(([start, seconds]) => turn(start, Math.min(3660, start + seconds)));
        const without = doubtsAbout(transcript, { durationSeconds: 3660, timeline: undefined });

        for (const doubt of doubtsAbout(transcript, { durationSeconds: 3660, timeline }))
          expect(without).toContain(doubt);
      }),
    );
  });
});

describe('what is counted', () => {
  it('is each second in which someone spoke, once', () => {
    expect(secondsSpoken([turn(5, 15), turn(0, 10), turn(20, 20), turn(30, 31)])).toBe(16);
    expect(secondsSpoken([])).toBe(0);
  });

  it('is every word of every segment', () => {
    expect(
      wordsOf(
        aTranscript([
          ['Ada', 'Good morning, Ben.'],
          [null, 'Hello!'],
        ]),
      ),
    ).toBe(4);
  });
});
