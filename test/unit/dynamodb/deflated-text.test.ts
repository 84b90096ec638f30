import { deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { deflated, inflated } from '#shared/foundation/dynamodb/deflated-text';
import { anOffice } from '#test/benchmarks/office';
import { sizeOfItem } from '#test/doubles/dynamodb/item-size';
import { describe, expect, it } from '#test/support/jest';

const KILOBYTE = 1_024;
/** Rows of the one meeting with forty attendees: itself and its event. */
const OF_FORTY = 2;

describe('deflated text', () => {
  it('reads as it was written, as does raw deflate of earlier rows', () =>
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.json(), (text, json) => {
        for (const one of [text, json]) {
          expect(inflated(deflated(one))).toBe(one);
          expect(inflated(deflateRawSync(one))).toBe(one);
        }
      }),
    ));

  it('names the dictionary that stored rows were written with', () => {
    const checksum = Buffer.from(deflated('text')).subarray(2, 6).toString('hex');

    // Another dictionary cannot read the rows of this one.
    expect(checksum).toBe('c2c658b1');
  });

  it.each([
    ['nothing', Buffer.of()],
    ['bytes of another format', Buffer.from('{"plain":"text"}')],
    ['bytes that were cut', deflated('x'.repeat(1_000)).subarray(0, 12)],
    ['bytes of another dictionary', Buffer.from(deflated('text')).fill(0, 2, 6)],
  ])('is not %s', (_what, bytes) => expect(() => inflated(bytes)).toThrow());
});

it('a meeting with eight attendees, and the event about it, take a kilobyte each', async () => {
  const { world } = await anOffice({ table: (client) => client, others: (client) => client }, 1);

  const sizes = world.dynamo
    .items()
    .filter(({ type }) => type?.S === 'meeting' || type?.S === 'event')
    .map(sizeOfItem);

  expect(sizes.length).toBeGreaterThan(200);
  expect(sizes.filter((size) => size > KILOBYTE).length).toBeLessThanOrEqual(OF_FORTY);
});
