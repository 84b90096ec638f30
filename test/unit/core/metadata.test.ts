import fc from 'fast-check';
import { SourceNumber } from '#shared/foundation/core/json';
import { type Metadata, metadataAfter, readMetadata } from '#shared/foundation/core/metadata';
import { Refusal } from '#shared/foundation/core/refusal';
import { describe, expect, it } from '#test/support/jest';

const json = (text: string): unknown => JSON.parse(text);
const manyKeys = (count: number, prefix = 'k') =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`${prefix}${index}`, 'v']));
const faultsOf = (value: unknown) => readMetadata(value, 'metadata').faults.map(({ code, field }) => ({ code, field }));

const merged = (before: Metadata, sent: unknown) => {
  try {
    return Object.entries(metadataAfter(before, readMetadata(sent, 'metadata')));
  } catch (error) {
    if (error instanceof Refusal) return error.faults.map(({ code }) => code);
    throw error;
  }
};

describe('reading metadata', () => {
  it('numbers and booleans become their text', () => {
    const sent = {
      a: 'x',
      b: true,
      c: false,
      d: 1.5,
      e: new SourceNumber('12345678901234567890'),
      f: new SourceNumber('1.10'),
    };
    expect(readMetadata(sent, 'metadata')).toEqual({
      set: [
        ['a', 'x'],
        ['b', 'true'],
        ['c', 'false'],
        ['d', '1.5'],
        ['e', '12345678901234567890'],
        ['f', '1.10'],
      ],
      removeAll: false,
      faults: [],
    });
  });

  it.each([null, [], ['a'], 'text', 7, true, undefined, new SourceNumber('1')])('%p as the whole is refused', (value) =>
    expect(faultsOf(value)).toEqual([{ code: 'invalid_type', field: 'metadata' }]),
  );

  it.each([[null], [{}], [[]], [{ a: 1 }], [Number.NaN], [Number.POSITIVE_INFINITY]])(
    '%p as a value is refused by its key',
    (value) => expect(faultsOf({ fine: 'x', bad: value })).toEqual([{ code: 'invalid_type', field: 'metadata.bad' }]),
  );

  it('every bad key is named, with the path of the field it is in', () => {
    const { faults, set } = readMetadata({ 'a[b': 'x', '': 'x', ok: 'x', nested: {} }, 'member_data.metadata');
    expect(faults.map(({ code, field }) => [code, field])).toEqual([
      ['invalid', 'member_data.metadata.a[b'],
      ['invalid', 'member_data.metadata.'],
      ['invalid_type', 'member_data.metadata.nested'],
    ]);
    expect(set).toEqual([]);
  });

  it('keys and values are counted in characters', () => {
    expect(faultsOf({ ['😀'.repeat(40)]: '😀'.repeat(500) })).toEqual([]);
    expect(faultsOf({ ['k'.repeat(41)]: 'x' })[0]?.code).toBe('invalid');
    expect(faultsOf({ k: '😀'.repeat(501) })).toEqual([{ code: 'too_long', field: 'metadata.k' }]);
    expect(faultsOf({ k: new SourceNumber('9'.repeat(501)) })).toEqual([{ code: 'too_long', field: 'metadata.k' }]);
  });

  it('a huge key is not repeated whole in the answer', () => {
    const [fault] = readMetadata({ ['k'.repeat(500_000)]: 'x' }, 'metadata').faults;
    expect(fault?.message.length).toBeLessThan(200);
  });

  it('half a character is refused in key and value', () => {
    expect(faultsOf({ k: 'a\uD800' })).toEqual([{ code: 'invalid_format', field: 'metadata.k' }]);
    expect(faultsOf({ 'k\uDC00': 'a' })).toEqual([{ code: 'invalid_format', field: 'metadata.k\uFFFD' }]);
  });

  it('more than 50 keys at once are one fault', () => {
    expect(faultsOf(manyKeys(50))).toEqual([]);
    expect(faultsOf(manyKeys(51))).toEqual([{ code: 'too_long', field: 'metadata' }]);
    expect(faultsOf(manyKeys(100_000))).toHaveLength(1);
  });
});

describe('merging metadata', () => {
  it('adds, overwrites and keeps', () => {
    expect(merged({ a: '1', b: '2' }, { b: '3', c: 4 })).toEqual([
      ['a', '1'],
      ['b', '3'],
      ['c', '4'],
    ]);
  });

  it('an empty text removes its key, known or not', () => {
    expect(merged({ a: '1', b: '2' }, { a: '', never: '' })).toEqual([['b', '2']]);
  });

  it('the empty string as the whole removes every key', () => expect(merged({ a: '1', b: '2' }, '')).toEqual([]));

  it('nothing sent changes nothing', () => expect(merged({ a: '1' }, {})).toEqual([['a', '1']]));

  it('the limit holds for what comes out', () => {
    expect(merged(manyKeys(50), { another: 'x' })).toEqual(['too_long']);
    expect(merged(manyKeys(50), { another: 'x', k0: '' })).toHaveLength(50);
    expect(merged(manyKeys(50), { k0: 'y' })).toHaveLength(50);
    expect(merged(manyKeys(30), manyKeys(30, 'other'))).toEqual(['too_long']);
  });

  it.each(['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'length'])(
    'the key %s is a key like any other',
    (key) => {
      const sent = json(`{"${key}":"mine"}`);
      expect(merged({}, sent)).toEqual([[key, 'mine']]);
      expect(merged(Object.fromEntries([[key, 'old']]), sent)).toEqual([[key, 'mine']]);
      expect(merged(Object.fromEntries([[key, 'old']]), Object.fromEntries([[key, '']]))).toEqual([]);
      expect(merged({}, Object.fromEntries([[key, {}]]))).toEqual([]);
    },
  );

  const aKey = fc.oneof(
    fc.constantFrom('__proto__', 'constructor', 'toString'),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }).filter((key) => !/[[\]]/.test(key)),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }).filter((key) => !/[[\]]/.test(key)),
  );
  const aValue = fc.string({ unit: 'binary', minLength: 1, maxLength: 500 });
  const aMap = fc.uniqueArray(fc.tuple(aKey, aValue), { maxLength: 25, selector: ([key]) => key });

  it('every allowed key comes back as it was sent, twice over', () => {
    fc.assert(
      fc.property(aMap, aMap, (before, sent) => {
        const start: Metadata = Object.fromEntries(before);
        const expected = new Map([...before, ...sent]);
        const once = metadataAfter(start, readMetadata(json(JSON.stringify(Object.fromEntries(sent))), 'metadata'));
        expect(new Map(Object.entries(once))).toEqual(expected);
        expect(metadataAfter(once, readMetadata(Object.fromEntries(sent), 'metadata'))).toEqual(once);
        expect(Object.getPrototypeOf(once)).toBe(Object.prototype);
      }),
    );
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});
