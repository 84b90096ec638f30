import fc from 'fast-check';
import { hmacCursorSigner } from '#shared/foundation/http/response/cursor-signer';
import { describe, expect, it } from '#test/support/jest';

const signer = hmacCursorSigner(async () => Buffer.alloc(32, 7));

describe('a cursor', () => {
  it('gives its position with the filters that it was made for', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', minLength: 1 }), fc.string(), async (position, context) => {
        expect(await signer.verify(await signer.sign(position, context), context)).toBe(position);
      }),
    );
  });

  it('is safe in a URL, and the same each time', async () => {
    const cursor = await signer.sign('{"pk":"wks_1#MTG","sk":"?&=/+"}', 'meetings');

    expect(cursor).toMatch(/^[\w-]+$/);
    expect(await signer.sign('{"pk":"wks_1#MTG","sk":"?&=/+"}', 'meetings')).toBe(cursor);
  });

  it('is refused with other filters, also where position and filters concatenate to the same text', async () => {
    const cursor = await signer.sign('position', 'wks_1');

    expect(await signer.verify(cursor, 'wks_2')).toBeUndefined();
    expect(await signer.verify(await signer.sign('b', 'a'), 'a\nb')).toBeUndefined();
  });

  it('is refused with any one character changed, added or left out', async () => {
    const cursor = await signer.sign('position', 'wks_1');
    for (let at = 0; at < cursor.length; at += 1) {
      const other = cursor[at] === 'A' ? 'B' : 'A';
      const damaged = [other, `${other}${cursor[at]}`, ''].map(
        (put) => cursor.slice(0, at) + put + cursor.slice(at + 1),
      );
      for (const one of damaged) expect(await signer.verify(one, 'wks_1')).toBeUndefined();
    }
  });

  it('is refused under another key', async () => {
    const other = hmacCursorSigner(async () => Buffer.alloc(32, 8));

    expect(await other.verify(await signer.sign('position', 'wks_1'), 'wks_1')).toBeUndefined();
  });

  it.each(['', 'a', '!!!', '%00', 'null', 'AAAAAAAAAAAAAAAAAAAAAA', 'é', 'A'.repeat(10_000)])(
    'is refused when it was made up: %.12p',
    async (madeUp) => {
      expect(await signer.verify(madeUp, 'wks_1')).toBeUndefined();
    },
  );
});
