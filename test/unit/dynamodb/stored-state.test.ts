import fc from 'fast-check';
import { jsonOfState, storedState } from '#shared/foundation/dynamodb/rows';
import { describe, expect, it } from '#test/support/jest';

describe('a stored state', () => {
  it('reads as what was stored, whatever its keys and size', () =>
    fc.assert(
      fc.property(fc.object({ withDate: false }), fc.integer({ min: 0, max: 3_000 }), (fields, padding) => {
        const state = JSON.parse(JSON.stringify({ fields, padding: 'x'.repeat(padding) }));
        expect(jsonOfState(storedState(state))).toEqual(state);
      }),
    ));

  it('keeps a key called __proto__ when it is deflated', () => {
    const text = `{"metadata":{"__proto__":"a"},"padding":"${'x'.repeat(1_000)}"}`;
    expect(JSON.stringify(jsonOfState(storedState(JSON.parse(text))))).toBe(text);
  });

  it('is JSON text up to 699 characters and deflated from 700 on', () => {
    const ofLength = (length: number) => storedState('x'.repeat(length - 2));
    expect(typeof ofLength(699)).toBe('string');
    expect(ofLength(700)).toBeInstanceOf(Buffer);
  });

  it('is null where a row has none', () => expect(jsonOfState(undefined)).toBeNull());
});
