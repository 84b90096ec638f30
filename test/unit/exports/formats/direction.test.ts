import { isRightToLeft } from '#shared/texts/exports/formats/direction';
import { describe, expect, it } from '#test/support/jest';

describe('the direction of a paragraph', () => {
  it.each(['שלום world', '«12» سلام', '(1) ދިވެހި'])('is from right to left for %j', (text) => {
    expect(isRightToLeft(text)).toBe(true);
  });

  it.each(['Hello שלום', '12:30', '', '日本'])('is from left to right for %j', (text) => {
    expect(isRightToLeft(text)).toBe(false);
  });
});
