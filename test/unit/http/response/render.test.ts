import { type Fault, Refusal } from '#shared/foundation/core/refusal';
import { TooLarge } from '#shared/foundation/core/store';
import { asRefusal, renderRefusal } from '#shared/foundation/http/response/render';
import { describe, expect, it } from '#test/support/jest';

const faults = (count: number, text = ''): readonly Fault[] =>
  Array.from({ length: count }, (_, nth) => ({
    code: 'invalid',
    message: `f${nth} is wrong.${text}`,
    field: `f${nth}`,
  }));

const errorsOf = (refusal: Refusal) => renderRefusal(refusal).body['errors'] as readonly Fault[];

describe('the errors of a refusal', () => {
  it('are all listed up to 100', () => {
    expect(errorsOf(new Refusal('unprocessable', faults(100)))).toEqual(faults(100));
  });

  it.each([
    [101, 0, '1 more error is not listed.'],
    [100, 79_900, '79900 more errors are not listed.'],
    [150, 50, '100 more errors are not listed.'],
  ])('are 100 of %d with %d counted beside them, of which the last says how many more', (count, more, words) => {
    const errors = errorsOf(new Refusal('unprocessable', faults(count), { more }));

    expect(errors).toHaveLength(100);
    expect(errors.at(-1)).toEqual({ ...faults(100)[99], message: `f99 is wrong. ${words}` });
  });

  it('are fewer where 100 would be larger than 256 KB', () => {
    const errors = errorsOf(new Refusal('unprocessable', faults(100, 'é'.repeat(5_000))));

    expect(Buffer.byteLength(JSON.stringify(errors))).toBeLessThan(262_144);
    expect(errors.at(-1)?.message).toMatch(/\d+ more errors are not listed\.$/);
  });
});

describe('an item that is larger than DynamoDB keeps', () => {
  it('is a 422 without a field, since no field alone is at fault', () => {
    const refusal = asRefusal(new TooLarge('An item is over 400 KB.'));
    expect(refusal).toMatchObject({ kind: 'unprocessable', faults: [{ code: 'too_long' }] });
  });
});
