import fc from 'fast-check';

const aCodePoint = fc
  .oneof(fc.integer({ min: 0, max: 0x7f }), fc.integer({ min: 0, max: 0x10_ffff }))
  .map((code) => String.fromCodePoint(code));

/**
 * Text of any code points, lone surrogates included. The same as fast-check's unit `binary`, whose tables of all code
 * points take most of a second to build: too long in tests that each mutant runs in a process of its own.
 */
export const anyText = (): fc.Arbitrary<string> => fc.string({ unit: aCodePoint });
