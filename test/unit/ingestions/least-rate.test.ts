import { SECOND_MS } from '#shared/foundation/core/time';
import { leastRate, SourceTooSlow } from '#shared/texts/ingestions/commands/least-rate';
import { MediaRefused } from '#shared/texts/ingestions/ports';
import { aRemoteFile } from '#test/support/a-remote-file';
import { aClock } from '#test/support/api';
import { describe, expect, it } from '#test/support/jest';

const ALL = { firstByte: 0, lastByte: null, etag: null };

/** A file of this many bytes, of which one piece comes after each wait. */
function aSource({ bytes, piece, waitMs }: { bytes: number; piece: number; waitMs: number }) {
  const clock = aClock();
  const beforePiece = () => clock.advance(waitMs);
  return { clock, ...aRemoteFile({ bytes: new Uint8Array(bytes), piece, beforePiece }) };
}

const sizeOf = async (stream: ReadableStream<Uint8Array<ArrayBuffer>>) =>
  (await new Response(stream).arrayBuffer()).byteLength;

describe('the least rate of a source', () => {
  it.each([
    ['sends one byte every 25 seconds', { bytes: 100, piece: 1, waitMs: 25 * SECOND_MS }],
    ['sends 90 KB each second', { bytes: 9_000_000, piece: 90_000, waitMs: SECOND_MS }],
  ])('ends one that %s', async (_what, given) => {
    const { source, clock } = aSource(given);
    const begun = clock.now();
    const { stream } = await leastRate(source, clock).open(ALL);

    await expect(sizeOf(stream)).rejects.toThrow(SourceTooSlow);
    expect(clock.now() - begun).toBeLessThanOrEqual(100 * SECOND_MS);
  });

  it.each([
    ['sends 110 KB each second', { bytes: 11_000_000, piece: 110_000, waitMs: SECOND_MS }],
    ['is slow, and ends within half a minute', { bytes: 20, piece: 1, waitMs: SECOND_MS }],
  ])('passes one that %s', async (_what, given) => {
    const { source, clock } = aSource(given);
    const { stream } = await leastRate(source, clock).open(ALL);

    expect(await sizeOf(stream)).toBe(given.bytes);
  });

  it('does not count the time in which its bytes are stored', async () => {
    const { source, clock } = aSource({ bytes: 100, piece: 10, waitMs: 0 });
    const { stream } = await leastRate(source, clock).open(ALL);
    let read = 0;

    for await (const piece of stream) {
      read += piece.length;
      clock.advance(40 * SECOND_MS);
    }

    expect(read).toBe(100);
  });

  it.each([
    ['answers after half a minute', undefined],
    ['fails after half a minute', new Error('reset')],
  ])('ends one that %s', async (_what, error) => {
    const { source, clock } = aSource({ bytes: 10, piece: 10, waitMs: 0 });
    const open = async (range: Parameters<typeof source.open>[0]) => {
      clock.advance(30 * SECOND_MS);
      if (error) throw error;
      return source.open(range);
    };

    await expect(leastRate({ open }, clock).open(ALL)).rejects.toThrow(SourceTooSlow);
  });

  it('leaves a refusal of the source what it is', async () => {
    const clock = aClock();
    const open = () => {
      clock.advance(30 * SECOND_MS);
      return Promise.reject(new MediaRefused('gone'));
    };

    await expect(leastRate({ open }, clock).open(ALL)).rejects.toThrow(MediaRefused);
  });
});
