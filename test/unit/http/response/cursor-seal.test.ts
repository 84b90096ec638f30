import fc from 'fast-check';
import { hmacCursorSeal } from '#shared/http/response/cursor-seal';
import { describe, expect, it } from '#test/support/jest';

const seal = hmacCursorSeal(async () => Buffer.alloc(32, 7));

describe('a cursor', () => {
  it('opens as its position with the filters that it was made for', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', minLength: 1 }), fc.string(), async (position, context) => {
        expect(await seal.open(await seal.close(position, context), context)).toBe(position);
      }),
    );
  });

  it('is safe in a URL, and the same each time', async () => {
    const cursor = await seal.close('{"pk":"wks_1#MTG","sk":"?&=/+"}', 'meetings');

    expect(cursor).toMatch(/^[\w-]+$/);
    expect(await seal.close('{"pk":"wks_1#MTG","sk":"?&=/+"}', 'meetings')).toBe(cursor);
  });

  it('does not open with other filters, nor when position and filters only concatenate to the same text', async () => {
    const cursor = await seal.close('position', 'wks_1');

    expect(await seal.open(cursor, 'wks_2')).toBeUndefined();
    expect(await seal.open(await seal.close('b', 'a'), 'a\nb')).toBeUndefined();
  });

  it('does not open with any one character changed, added or left out', async () => {
    const cursor = await seal.close('position', 'wks_1');
    for (let at = 0; at < cursor.length; at += 1) {
      const other = cursor[at] === 'A' ? 'B' : 'A';
      const damaged = [other, `${other}${cursor[at]}`, ''].map(
        (put) => cursor.slice(0, at) + put + cursor.slice(at + 1),
      );
      for (const one of damaged) expect(await seal.open(one, 'wks_1')).toBeUndefined();
    }
  });

  it('does not open under another key', async () => {
    const other = hmacCursorSeal(async () => Buffer.alloc(32, 8));

    expect(await other.open(await seal.close('position', 'wks_1'), 'wks_1')).toBeUndefined();
  });

  it.each(['', 'a', '!!!', '%00', 'null', 'AAAAAAAAAAAAAAAAAAAAAA', 'é', 'A'.repeat(10_000)])(
    'does not open when it was made up: %.12p',
    async (madeUp) => {
      expect(await seal.open(madeUp, 'wks_1')).toBeUndefined();
    },
  );
});
