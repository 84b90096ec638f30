import fc from 'fast-check';
import { skipInformational } from '#shared/foundation/platform/without-informational';
import { describe, expect, it } from '#test/support/jest';

const interim = fc
  .tuple(fc.constantFrom(100, 102, 103, 104, 199), fc.constantFrom('', '\r\nLink: </a>', '\r\nx: 1\r\ny: 2'))
  .map(([status, headers]) => `HTTP/1.1 ${status} Hm${headers}\r\n\r\n`);
const FINAL = 'HTTP/1.1 200 OK\r\nContent-Length: 24\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n';

/** What is passed on of bytes that arrive in these chunks. */
function passedOn(chunks: readonly string[]): string {
  let held: Buffer | undefined = Buffer.alloc(0);
  let passed = '';
  for (const chunk of chunks) {
    if (held === undefined) passed += chunk;
    else {
      const unread = skipInformational(Buffer.concat([held, Buffer.from(chunk)]));
      passed += unread.final?.toString() ?? '';
      held = unread.final ? undefined : unread.held;
    }
  }
  return passed;
}

describe('the bytes of a response', () => {
  it('lose every informational response before the final one, however they are split', () => {
    fc.assert(
      fc.property(fc.array(interim, { maxLength: 4 }), fc.array(fc.nat(400), { maxLength: 6 }), (heads, cuts) => {
        const text = heads.join('') + FINAL;
        const ends = [...cuts.filter((cut) => cut < text.length).toSorted((one, other) => one - other), text.length];
        const chunks = ends.map((end, index) => text.slice(ends[index - 1] ?? 0, end));

        expect(passedOn(chunks)).toBe(FINAL);
      }),
    );
  });

  it.each(['HTTP/1.1 101 Switching Protocols\r\n\r\n', 'HTTP/1.1 2', 'hello', 'HTTP/2 100 x\r\n\r\n'])(
    'are left as they are where nothing is to be passed over: %j',
    (text) => {
      expect(passedOn([text])).toBe(text);
    },
  );
});
