import fc from 'fast-check';
import { costInCents, readPrice } from '#shared/foundation/core/price';
import { describe, expect, it } from '#test/support/jest';

const aPrice = (centHundredths: number) => ({ currency: 'EUR', centHundredths });

describe('the price of a deployment', () => {
  it.each([
    ['0.12EUR', { currency: 'EUR', centHundredths: 1_200 }],
    ['1.5 USD', { currency: 'USD', centHundredths: 15_000 }],
    ['0.0001GBP', { currency: 'GBP', centHundredths: 1 }],
    ['0CHF', { currency: 'CHF', centHundredths: 0 }],
  ])('is read from %s', (text, price) => {
    expect(readPrice(text)).toEqual(price);
  });

  it('is absent where none is given', () => {
    expect(readPrice('')).toBeUndefined();
  });

  it.each([
    ['without a currency', '0.12'],
    ['with an unknown currency', '0.12ABC'],
    ['with a currency that has no cents', '12JPY'],
    ['below zero', '-1EUR'],
    ['finer than a hundredth of a cent', '0.00001EUR'],
  ])('is refused %s', (_fault, text) => {
    expect(() => readPrice(text)).toThrow('A price per minute is an amount and a currency that has cents');
  });
});

describe('the cost of media', () => {
  it.each([
    ['a minute', 1_200, 60, 12],
    ['a millisecond more, rounded up', 1_200, 60.001, 13],
    ['no sound', 1_200, 0, 0],
    ['four hours', 1_200, 14_400, 2_880],
  ])('of %s', (_length, centHundredths, seconds, cents) => {
    expect(costInCents(aPrice(centHundredths), seconds)).toBe(cents);
  });

  it('is the least number of whole cents that is not below the price by the millisecond', () => {
    const prices = fc.integer({ min: 0, max: 99_999_999 });
    const lengths = fc.integer({ min: 0, max: 4 * 3_600_000 });
    fc.assert(
      fc.property(prices, lengths, (centHundredths, milliseconds) => {
        const cents = BigInt(costInCents(aPrice(centHundredths), milliseconds / 1000));

        const exact = BigInt(centHundredths) * BigInt(milliseconds);
        expect(cents * 6_000_000n >= exact && exact > (cents - 1n) * 6_000_000n).toBe(true);
      }),
    );
  });
});
