import fc from 'fast-check';
import { framesOf, timeCodeOf } from '#shared/texts/exports/formats/frames';
import { aCue } from '#test/support/a-cue';
import { describe, expect, it } from '#test/support/jest';

const someCues = fc
  .array(fc.record({ afterMs: fc.integer({ min: -500, max: 500 }), lengthMs: fc.integer({ min: 0, max: 3000 }) }))
  .map((times) => {
    let at = 0;
    return times.map(({ afterMs, lengthMs }) => {
      const startMs = Math.max(0, at + afterMs);
      at = startMs + lengthMs;
      return aCue({ startMs, endMs: at });
    });
  });

describe('frames of subtitles', () => {
  it('are the nearest of 25 a second', () => {
    expect(framesOf([aCue({ startMs: 1019, endMs: 2021, lines: ['Yes.'] })])).toEqual([
      { startFrame: 25, endFrame: 51, lines: ['Yes.'] },
    ]);
  });

  it('are one at least and never shared, whatever the times are', () => {
    fc.assert(
      fc.property(someCues, (cues) => {
        let freeFrom = 0;
        for (const { startFrame, endFrame } of framesOf(cues)) {
          expect(startFrame).toBeGreaterThanOrEqual(freeFrom);
          expect(endFrame).toBeGreaterThan(startFrame);
          freeFrom = endFrame;
        }
      }),
    );
  });

  it('are none for a subtitle without text, and white space is one space', () => {
    const cues = [aCue({ lines: [' ', '\n'] }), aCue({ lines: ['', ' two\u2028 words\t'] })];

    expect(framesOf(cues)).toMatchObject([{ lines: ['two words'] }]);
  });
});

describe('a time code', () => {
  it.each([
    [0, '00:00:00:00'],
    [24, '00:00:00:24'],
    [25 * 3600 * 11 + 25 * 60 * 2 + 25 * 3 + 4, '11:02:03:04'],
  ])('of frame %i is %s', (frame, code) => {
    expect(timeCodeOf(frame)).toBe(code);
  });
});
