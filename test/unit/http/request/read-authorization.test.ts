import fc from 'fast-check';
import { readAuthorization } from '#shared/foundation/http/request/read-authorization';
import { describe, expect, it } from '#test/support/jest';

describe('an Authorization header', () => {
  it.each([
    'rap_k',
    'Bearer rap_k',
    'bearer rap_k',
    'BEARER rap_k',
    'Token rap_k',
    'tOkEn rap_k',
    'Bearer   rap_k',
    ' rap_k ',
    '\trap_k',
  ])('%j carries the key', (header) => expect(readAuthorization(header)).toEqual({ key: 'rap_k' }));

  it.each([[undefined], [''], ['   '], ['\t']])('%j carries no key', (header) =>
    expect(readAuthorization(header)).toBe('missing'),
  );

  it.each([
    'Bearer',
    'Bearer ',
    'token',
    'Bearer Bearer rap_k',
    'Bearer token',
    'Basic cmFwX2s6',
    'Basic x',
    'rap_a rap_b',
    'Bearer\trap_k',
    'Bearer rap_a,Bearer rap_b',
    'rap_a,rap_b',
    'rap_a, rap_b',
    'Bearer: rap_k',
    '"rap_k"',
    'rap_\u00e9',
    'ｒａｐ_k',
    'rap_k\u0000',
    'rap_k\r\nX: y',
    'k'.repeat(10_240),
    `Bearer ${' '.repeat(10_000)}k`,
  ])('%j cannot be right', (header) => expect(readAuthorization(header)).toBe('invalid'));

  it('of any text is answered, and a key has no room for anything else', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 700 }), (header) => {
        const read = readAuthorization(header);
        if (typeof read === 'object') expect(read.key).toMatch(/^[\w-]+$/);
        else expect(['missing', 'invalid']).toContain(read);
      }),
    );
  });
});
