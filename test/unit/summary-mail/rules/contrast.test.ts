import fc from 'fast-check';
import { blackOrWhiteOn, contrast, readableColourOn } from '#shared/capture/summary-mail/rules/contrast';
import { CARD } from '#shared/capture/summary-mail/rules/mail-look';
import { describe, expect, it } from '#test/support/jest';

const colour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);

describe('colours of a brand', () => {
  it('have the contrast that WCAG says', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
    expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
  });

  it('are readable as text on both cards, and carry readable text, whatever colour it is', () =>
    fc.assert(
      fc.property(colour, (one) => {
        expect(contrast(blackOrWhiteOn(one), one)).toBeGreaterThanOrEqual(4.5);
        expect(contrast(readableColourOn(CARD.light, one), CARD.light)).toBeGreaterThanOrEqual(4.5);
        expect(contrast(readableColourOn(CARD.dark, one), CARD.dark)).toBeGreaterThanOrEqual(4.5);
      }),
    ));

  it('stay as they are where they are readable', () => expect(readableColourOn('#ffffff', '#8b1a1a')).toBe('#8b1a1a'));
});
