import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { TypeID } from 'typeid-js';
import { type IdPrefix, idOf, type OutboxId, type WebhookEndpointId } from '#shared/foundation/core/ids';
import type { Instant } from '#shared/foundation/core/time';
import { deliveryIdFor, typeIds } from '#shared/foundation/platform/type-ids';
import { describe, expect, it } from '#test/support/jest';

const noon = Date.parse('2026-11-02T12:00:00Z') as Instant;
const prefixes: readonly IdPrefix[] = [
  'usr',
  'wks',
  'mem',
  'mbr',
  'mtg',
  'bot',
  'cev',
  'cal',
  'set',
  'asg',
  'brk',
  'tpl',
  'ord',
  'opr',
  'fol',
  'per',
  'com',
  'sty',
  'exp',
  'glo',
  'sum',
  'con',
  'whe',
  'evt',
  'aud',
  'out',
];
const millisecondsIn = (id: string) => Buffer.from(TypeID.fromString(id).toUUIDBytes()).readUIntBE(0, 6);
const makerAt = (...moments: readonly number[]) => {
  let call = 0;
  return typeIds({ now: () => moments[Math.min(call++, moments.length - 1)] as Instant, randomBytes });
};

describe('a new id', () => {
  it.each(prefixes)('%s_ has the format of its type', (prefix) => {
    const id = makerAt(noon).make(prefix);
    expect(idOf(prefix, id)).toBe(id);
  });

  it('is a UUIDv7 with the current time', () => {
    const id = makerAt(noon).make('mtg');
    expect(TypeID.fromString(id).toUUID()).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
    expect(millisecondsIn(id)).toBe(noon);
  });

  it('sorts after those made before it, also within a millisecond and when the clock goes back', () => {
    const maker = makerAt(noon, noon, noon + 1, noon - 60_000, noon - 1, noon + 2, noon);
    const ids = Array.from({ length: 9_000 }, () => maker.make('bot'));
    expect([...ids].sort()).toEqual(ids);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('is valid for any random bytes', () => {
    const bytes = fc.uint8Array({ minLength: 10, maxLength: 10 });
    fc.assert(
      fc.property(bytes, fc.integer({ min: 0, max: 2 ** 48 - 1 }), (random, at) => {
        const id = typeIds({ now: () => at as Instant, randomBytes: () => random }).make('wks');
        expect(idOf('wks', id)).toBe(id);
        expect(millisecondsIn(id)).toBe(at);
      }),
    );
  });
});

describe('the id of a delivery', () => {
  const event = 'out_01k2x3y4z5a6b7c8d9e0f1g2h3' as OutboxId;
  const endpoint = 'whe_01k2x3y4z5a6b7c8d9e0f1g2h3' as WebhookEndpointId;

  it('is derived from the event and the endpoint', () => {
    const id = deliveryIdFor(event, endpoint, noon);
    expect(idOf('evt', id)).toBe(id);
    expect(deliveryIdFor(event, endpoint, noon)).toBe(id);
    expect(millisecondsIn(id)).toBe(noon);
  });

  it('differs by event and by endpoint', () => {
    const ids = [
      deliveryIdFor(event, endpoint, noon),
      deliveryIdFor(`${event.slice(0, -1)}4` as OutboxId, endpoint, noon),
      deliveryIdFor(event, `${endpoint.slice(0, -1)}4` as WebhookEndpointId, noon),
    ];
    expect(new Set(ids).size).toBe(3);
  });
});
