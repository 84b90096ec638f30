import fc from 'fast-check';
import { attributeSpeakers } from '#shared/meetings/recorders/rules/attribute-speakers';
import type { SpeakerTurn } from '#shared/meetings/recorders/rules/speaker-timeline';
import type { Transcript } from '#shared/meetings/results/rules/results';
import { describe, expect, it } from '#test/support/jest';
import { aSegment, aTranscript } from '#test/support/transcripts';

const turn = (
  speakerName: string | null,
  start: number,
  end: number,
  speakerKey = speakerName ?? '?',
): SpeakerTurn => ({
  speakerKey,
  speakerName,
  start,
  end,
});

/** Who says what. */
const linesOf = ({ speakers, segments }: Transcript) =>
  segments.map(({ speakerId, text }) => [speakers.find(({ id }) => id === speakerId)?.name ?? null, text]);

/** A transcript of a speech service: no names, each word takes a second. */
const heard = (...texts: readonly string[]) => aTranscript(texts.map((text) => [null, text] as const));

describe('a transcript with a speaker timeline', () => {
  it('gives each word to the one who spoke then, and cuts a segment where the speaker changes', () => {
    const timeline = [turn('Ada', 0, 3.2), turn('Ben', 3.2, 6)];

    const transcript = attributeSpeakers(heard('We ship on Friday. Good, thanks!'), timeline);

    expect(linesOf(transcript)).toEqual([
      ['Ada', 'We ship on'],
      ['Ben', 'Friday. Good, thanks!'],
    ]);
    expect(transcript.segments.map(({ id, start, end }) => [id, start, end])).toEqual([
      ['seg_1', 0, 3],
      ['seg_2', 3, 6],
    ]);
  });

  it('keeps the punctuation of a segment whose words have none', () => {
    const words = ['Yes', 'no'].map((text, at) => ({ text, start: at, end: at + 1, confidence: null }));
    const segment = aSegment({ text: ' “Yes,” – no!', start: 0, end: 2, speakerId: null, words });

    const timeline = [turn('Ada', 0, 1), turn('Ben', 1, 2)];

    expect(linesOf(attributeSpeakers({ language: 'en', speakers: [], segments: [segment] }, timeline))).toEqual([
      ['Ada', '“Yes,” –'],
      ['Ben', 'no!'],
    ]);
  });

  it('joins the words where they are not in the text of their segment', () => {
    const words = ['one', 'two'].map((text, at) => ({ text, start: at, end: at + 1, confidence: null }));
    const segment = aSegment({ text: '1, 2', start: 0, end: 2, words });

    const transcript = attributeSpeakers({ language: 'en', speakers: [], segments: [segment] }, [
      turn('Ada', 0, 1),
      turn('Ben', 1, 2),
    ]);

    expect(linesOf(transcript)).toEqual([
      ['Ada', 'one'],
      ['Ben', 'two'],
    ]);
  });

  it('gives a segment without words to the one who spoke longest in it', () => {
    const segment = aSegment({ start: 10, end: 20, speakerId: null });

    const timeline = [turn('Ada', 0, 13), turn('Ben', 13, 30)];

    expect(linesOf(attributeSpeakers({ language: 'en', speakers: [], segments: [segment] }, timeline))).toEqual([
      ['Ben', 'Good morning.'],
    ]);
  });

  it.each([
    ['a second', 2, 'Ada'],
    ['more than a second', 2.01, null],
  ])('gives a word to a turn that begins %s after it, at most', (_how, start, name) => {
    expect(linesOf(attributeSpeakers(heard('Hello'), [turn('Ada', start, 9)]))).toEqual([[name, 'Hello']]);
  });

  it('replaces the speakers that the service told apart, and keeps two of one name apart', () => {
    const transcript = attributeSpeakers(aTranscript([[null, 'One two three']]), [
      turn('Sam', 0, 1, '7'),
      turn('Sam', 1, 2, '8'),
      turn(null, 2, 3, '9'),
    ]);

    expect(transcript.speakers).toEqual([
      { id: 'spk_1', name: 'Sam' },
      { id: 'spk_2', name: 'Sam' },
      { id: 'spk_3', name: null },
    ]);
  });

  it('stays as it is without a turn', () => {
    const transcript = aTranscript([['Ada', 'Hello.']]);

    expect(attributeSpeakers(transcript, [])).toBe(transcript);
  });
});

const time = fc.integer({ min: 0, max: 200 }).map((tenths) => tenths / 10);
const aTurn = fc
  .tuple(fc.constantFrom('Ada', 'Ben', 'Cleo'), time, fc.integer({ min: 1, max: 50 }))
  .map(([name, start, tenths]) => turn(name, start, start + tenths / 10));
const aTimeline = fc.array(aTurn, { minLength: 1, maxLength: 12 });
const someText = fc.array(fc.constantFrom('yes,', 'no.', 'ship', 'it', '船', 'a-b'), { minLength: 1, maxLength: 8 });
const someHeard = fc.array(someText, { maxLength: 5 }).map((texts) => heard(...texts.map((words) => words.join(' '))));

describe('any transcript and timeline', () => {
  const wordsIn = ({ segments }: Transcript) => segments.flatMap(({ words }) => words);

  it('keep every word, its times and the text', () => {
    fc.assert(
      fc.property(someHeard, aTimeline, (before, timeline) => {
        const after = attributeSpeakers(before, timeline);
        expect(wordsIn(after)).toEqual(wordsIn(before));
        const textOf = ({ segments }: Transcript) => segments.map(({ text }) => text).join(' ');
        expect(textOf(after)).toBe(textOf(before));
      }),
      { seed: 7 },
    );
  });

  it('have speakers of the timeline alone, each of whom says something, in segments in order', () => {
    fc.assert(
      fc.property(someHeard, aTimeline, (before, timeline) => {
        const { speakers, segments } = attributeSpeakers(before, timeline);
        const spoke = new Set(segments.flatMap(({ speakerId }) => speakerId ?? []));
        expect(speakers.map(({ id }) => id)).toEqual([...spoke]);
        for (const { name } of speakers) expect(timeline.map(({ speakerName }) => speakerName)).toContain(name);
        expect(segments.map(({ id }) => id)).toEqual(segments.map((_, index) => `seg_${index + 1}`));
      }),
      { seed: 8 },
    );
  });

  it('give a word during which one person speaks to that person', () => {
    fc.assert(
      fc.property(someHeard, aTimeline, (before, timeline) => {
        const { speakers, segments } = attributeSpeakers(before, timeline);
        for (const { speakerId, words } of segments)
          for (const { start, end } of words) {
            const then = new Set(
              timeline.flatMap((one) => (one.start < end && one.end > start ? (one.speakerName ?? []) : [])),
            );
            const name = speakers.find(({ id }) => id === speakerId)?.name;
            if (then.size === 1) expect([...then]).toEqual([name]);
          }
      }),
      { seed: 9 },
    );
  });

  it('do not depend on the order of the turns, as long as no two are alike', () => {
    fc.assert(
      fc.property(someHeard, aTimeline, (before, timeline) => {
        const apart = timeline.filter((one, at) => timeline.findIndex((other) => other.start === one.start) === at);
        expect(attributeSpeakers(before, apart.toReversed())).toEqual(attributeSpeakers(before, apart));
      }),
      { seed: 10 },
    );
  });
});
