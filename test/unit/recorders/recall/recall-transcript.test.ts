import { readRecallTranscript } from '#shared/capture/recorders/recall/recall-transcript';
import { describe, expect, it } from '#test/support/jest';

type Time = number | null;
const entry = (id: number, ...words: readonly (readonly [string, Time, Time])[]) => ({
  participant: { id, name: `P${id}` },
  words: words.map(([text, start, end]) => ({
    text,
    start_timestamp: start === null ? null : { relative: start },
    end_timestamp: end === null ? null : { relative: end },
  })),
});
const read = (...entries: ReturnType<typeof entry>[]) =>
  readRecallTranscript('en', entries).segments.map(({ start, end, text, speakerId }) => [start, end, text, speakerId]);

describe('a transcript of Recall.ai with words without times', () => {
  it.each([
    [
      'in the middle',
      [
        ['in', 1, 2],
        ['2016', null, null],
        ['yes', 3, 4],
      ],
      [1, 4],
    ],
    [
      'at the beginning',
      [
        ['2016', null, null],
        ['yes', 3, 4],
      ],
      [3, 4],
    ],
    [
      'at the end',
      [
        ['in', 1, 2],
        ['2016', null, null],
      ],
      [1, 2],
    ],
    [
      'that end all the same',
      [
        ['in', 1, 2],
        ['2016', null, 3],
      ],
      [1, 2],
    ],
    [
      'without ends, as captions have them',
      [
        ['in', 1, null],
        ['2016', 2, null],
      ],
      [1, 2],
    ],
  ] as const)('keeps those %s', (_what, words, times) => {
    const text = words.map(([word]) => word).join(' ');
    expect(read(entry(1, ...words))).toEqual([[...times, text, 'spk_1']]);
  });

  it('keeps what someone said of which no word has a time, behind what was said before', () => {
    expect(
      read(
        entry(1, ['Hello', 1, 2]),
        entry(2, ['Good', null, null], ['morning', null, null]),
        entry(1, ['Bye', 9, 10]),
      ),
    ).toEqual([
      [1, 2, 'Hello', 'spk_1'],
      [2, 2, 'Good morning', 'spk_2'],
      [9, 10, 'Bye', 'spk_1'],
    ]);
  });

  it('leaves out an entry without words', () => {
    expect(read(entry(1), entry(2, ['Hello', 1, 2]))).toEqual([[1, 2, 'Hello', 'spk_1']]);
  });

  it('tells two people of one name apart', () => {
    const [one, two] = [entry(1, ['Yes', 1, 2]), entry(2, ['No', 2, 3])].map((of) => ({
      ...of,
      participant: { ...of.participant, name: 'Ada' },
    }));
    expect(one && two && read(one, two).map(([, , , speaker]) => speaker)).toEqual(['spk_1', 'spk_2']);
  });
});
