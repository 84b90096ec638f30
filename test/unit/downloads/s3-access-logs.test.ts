import { Readable } from 'node:stream';
import { linesOf, s3AccessLogs } from '#shared/texts/downloads/s3-access-logs';
import { describe, expect, it } from '#test/support/jest';

const inPieces = (text: string, size: number): Readable =>
  Readable.from(
    Array.from({ length: Math.ceil(text.length / size) }, (_, nth) =>
      Buffer.from(text.slice(nth * size, (nth + 1) * size)),
    ),
  );

async function allOf(lines: AsyncIterable<string>): Promise<readonly string[]> {
  const all: string[] = [];
  for await (const line of lines) all.push(line);
  return all;
}

const LOG = 'one\ntwo with blanks\n\nfour';

describe('an access log', () => {
  it.each([1, 2, 3, 100])('is read line by line, in pieces of %d', async (size) => {
    expect(await allOf(linesOf(inPieces(LOG, size)))).toEqual(['one', 'two with blanks', '', 'four']);
  });

  it('has no line more for the line break at its end', async () => {
    expect(await allOf(linesOf(inPieces('one\ntwo\n', 3)))).toEqual(['one', 'two']);
  });

  it.each([1_000, 1_000_000])('has an empty line for one that is too long, in pieces of %d', async (size) => {
    const text = `one\n${'x'.repeat(300_000)}\nthree\n${'x'.repeat(300_000)}`;
    expect(await allOf(linesOf(inPieces(text, size)))).toEqual(['one', '', 'three', '']);
  });

  it('is read from the bucket of the event', async () => {
    const sent: unknown[] = [];
    const s3 = {
      async send({ input }: { readonly input: unknown }) {
        sent.push(input);
        return { Body: inPieces(LOG, 5) };
      },
    };
    expect(await allOf(s3AccessLogs(s3 as never).lines({ bucket: 'logs', key: 'a' }))).toHaveLength(4);
    expect(sent).toEqual([{ Bucket: 'logs', Key: 'a' }]);
  });
});
