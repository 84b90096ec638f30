import { passagesOf } from '#shared/texts/exports/rules/passages';
import { turnsOf } from '#shared/texts/exports/rules/turns';
import { describe, expect, it } from '#test/support/jest';
import { aTranscript, type Line } from '#test/support/transcripts';

const headings = (lines: readonly Line[], showSpeakers = true) =>
  turnsOf(passagesOf(aTranscript(lines), { showSpeakers, showTimestamps: false, timestampsEverySeconds: null })).map(
    ({ heading, passages }) => [heading, passages.length],
  );

describe('turns of speakers', () => {
  it('hold what one speaker said until another spoke', () => {
    expect(
      headings([
        ['Ada', 'One.'],
        ['Ada', 'Two.'],
        ['Ben', 'Three.'],
        ['Ada', 'Four.'],
      ]),
    ).toEqual([
      ['Ada', 2],
      ['Ben', 1],
      ['Ada', 1],
    ]);
  });

  it('name a speaker who is not known, where others are', () => {
    expect(
      headings([
        ['Ada', 'One.'],
        [null, 'Two.'],
      ]),
    ).toEqual([
      ['Ada', 1],
      ['Unknown speaker', 1],
    ]);
  });

  it('are one without a heading where no speaker is shown', () => {
    expect(
      headings(
        [
          ['Ada', 'One.'],
          ['Ben', 'Two.'],
        ],
        false,
      ),
    ).toEqual([[null, 2]]);
    expect(
      headings([
        [null, 'One.'],
        [null, 'Two.'],
      ]),
    ).toEqual([[null, 2]]);
  });
});
