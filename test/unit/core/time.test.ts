import fc from 'fast-check';
import { readInstant, readIsoDate } from '#shared/foundation/core/time';
import { describe, expect, it } from '#test/support/jest';

const read = (text: string) => {
  const instant = readInstant(text);
  return instant === undefined ? undefined : new Date(instant).toISOString();
};

describe('a moment', () => {
  it.each([
    ['2026-11-02T10:00:00Z', '2026-11-02T10:00:00.000Z'],
    ['2026-11-02T10:00Z', '2026-11-02T10:00:00.000Z'],
    ['2026-11-02t10:00:00z', '2026-11-02T10:00:00.000Z'],
    ['2026-11-02T10:00:00.5Z', '2026-11-02T10:00:00.500Z'],
    ['2026-11-02T10:00:00,25Z', '2026-11-02T10:00:00.250Z'],
    ['2026-11-02T10:00:00.123456789Z', '2026-11-02T10:00:00.123Z'],
    ['2026-11-02T10:00:00+02:00', '2026-11-02T08:00:00.000Z'],
    ['2026-11-02T10:00:00-0530', '2026-11-02T15:30:00.000Z'],
    ['2026-11-02T10:00+01', '2026-11-02T09:00:00.000Z'],
    ['2026-11-02T10:00:00-00:00', '2026-11-02T10:00:00.000Z'],
    ['2026-12-31T23:30:00-01:00', '2027-01-01T00:30:00.000Z'],
    ['2028-02-29T00:00:00Z', '2028-02-29T00:00:00.000Z'],
    ['2000-02-29T12:00:00Z', '2000-02-29T12:00:00.000Z'],
    ['1970-01-01T00:00:00Z', '1970-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59.999999Z', '9999-12-31T23:59:59.999Z'],
  ])('%j is %s', (text, instant) => expect(read(text)).toBe(instant));

  it.each([
    '',
    'tomorrow',
    '2026-11-02',
    '2026-11-02T10:00:00', // no offset
    '2026-11-02 10:00:00Z',
    '2026-11-02T24:00:00Z',
    '2026-12-31T23:59:60Z',
    '2026-11-02T10:60:00Z',
    '2026-02-29T00:00:00Z',
    '2100-02-29T00:00:00Z',
    '2026-04-31T00:00:00Z',
    '2026-00-01T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-01-00T00:00:00Z',
    '1969-12-31T23:59:59Z',
    '1970-01-01T00:00:00+01:00',
    '9999-12-31T23:59:59-01:00',
    '0000-01-01T00:00:00Z',
    '+012026-11-02T10:00:00Z',
    '2026-11-02T10:00:00+24:00',
    '2026-11-02T10:00:00+01:60',
    '2026-11-02T10:00:00+1:00',
    '2026-11-02T10:00:00.Z',
    '2026-11-02T10Z',
    '2026-11-02T10:00:00ZZ',
    ' 2026-11-02T10:00:00Z',
    '2026-11-02T10:00:00Z\n',
    '20261102T100000Z',
    '2026-W45-1T10:00:00Z',
    '1793613600000',
    '２０２６-11-02T10:00:00Z',
  ])('%j is none', (text) => expect(read(text)).toBeUndefined());

  it('written by toISOString is read back', () => {
    const anInstant = fc.integer({ min: 0, max: 253_402_300_799_999 });
    fc.assert(fc.property(anInstant, (at) => expect(readInstant(new Date(at).toISOString())).toBe(at)));
  });

  it('never throws, for any text', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => expect(() => readInstant(text)).not.toThrow()));
    expect(readInstant(`2026-11-02T10:00:00.${'9'.repeat(1_000_000)}Z`)).toBeDefined();
    expect(readInstant('-'.repeat(1_000_000))).toBeUndefined();
  });
});

describe('a day', () => {
  it.each(['2026-10-12', '2028-02-29', '0001-01-01', '9999-12-31'])('%s is one', (text) =>
    expect(readIsoDate(text)).toBe(text),
  );

  it.each([
    '',
    '2026-02-30',
    '2026-10-12T00:00:00Z',
    '12-10-2026',
    '2026-1-2',
    '2026-10-12\r\n',
    ' 2026-10-12',
    '20261012',
  ])('%j is none', (text) => expect(readIsoDate(text)).toBeUndefined());
});
