import fc from 'fast-check';
import { MINUTE_MS, SECOND_MS } from '#shared/foundation/core/time';
import { copyFile } from '#shared/foundation/files/commands/copy-file';
import type { FileStorage } from '#shared/foundation/files/ports';
import type { CopyProgress } from '#shared/foundation/files/rules/copy-progress';
import { s3MultipartStorage } from '#shared/foundation/files/s3-multipart-storage';
import { inMemoryS3 } from '#test/doubles/aws/s3';
import { aRemoteFile, type Mishap } from '#test/support/a-remote-file';
import { aClock } from '#test/support/api';
import { describe, expect, it } from '#test/support/jest';

const SIZES = { least: 4, smallest: 8, largest: 16 };
const QUARTER_HOUR = 15 * MINUTE_MS;

const bytesOf = (length: number): Uint8Array => Uint8Array.from({ length }, (_, at) => (at * 7) % 251);

/** The copy of one file into an empty bucket, with parts of eight bytes. A kill is a save that throws. */
function aCopy(given: Parameters<typeof aRemoteFile>[0]) {
  const s3 = inMemoryS3({ smallestPartBytes: SIZES.least });
  const uploads = s3MultipartStorage(s3, 'files');
  const clock = aClock();
  const remote = aRemoteFile({ beforePiece: () => clock.advance(10), ...given });
  const puts: string[] = [];
  const files: Pick<FileStorage, 'put' | 'remove'> = {
    put: async (key, bytes, contentType) => {
      puts.push(key);
      const upload = await uploads.begin(key, contentType);
      await uploads.putPart(upload, 1, bytes);
      await uploads.complete(upload, { parts: 1, sizeBytes: bytes.length });
    },
    remove: async (key) => void (s3.read('files', key) && puts.push(`removed ${key}`)),
  };
  let progress: CopyProgress | null = null;
  const saved: (CopyProgress | null)[] = [];
  let killedAtSave = Number.POSITIVE_INFINITY;
  const attempt = (timeLeft = QUARTER_HOUR) =>
    copyFile(
      { uploads, files, clock, partSizes: SIZES },
      { source: remote.source, key: 'a', contentType: 'video/mp4' },
      progress,
      {
        timeLeft: () => timeLeft,
        async save(now) {
          if (saved.length === killedAtSave) throw new Error('killed');
          saved.push(now);
          progress = now;
        },
      },
    );
  return {
    ...remote,
    s3,
    clock,
    puts,
    saved,
    attempt,
    killAtSave(number: number) {
      killedAtSave = number;
    },
    /** Attempts until one neither fails nor has to go on later. */
    async untilCopied() {
      for (let attempts = 1; attempts < 50; attempts += 1) {
        const copied = await attempt().catch(() => undefined);
        killedAtSave = Number.POSITIVE_INFINITY;
        if (copied !== undefined && copied !== 'later') return { ...copied, attempts };
      }
      throw new Error('The file is never copied.');
    },
    copy: () => s3.read('files', 'a'),
  };
}

describe('a file in a source with ranges', () => {
  it('is copied part by part, whatever its size, with its content type', async () => {
    const bytes = bytesOf(30);
    const { attempt, opened, copy } = aCopy({ bytes });

    expect(await attempt()).toEqual({ sizeBytes: 30 });

    expect([copy()?.bytes, copy()?.contentType]).toEqual([Buffer.from(bytes), 'video/mp4']);
    expect(opened.map(({ firstByte, lastByte }) => [firstByte, lastByte])).toEqual([
      [0, 7],
      [8, 15],
      [16, 23],
      [24, 29],
    ]);
  });

  it('is put by one request when it is one part', async () => {
    const { attempt, puts, saved } = aCopy({ bytes: bytesOf(8) });

    await attempt();

    expect([puts, saved]).toEqual([['a'], []]);
  });

  it('is asked for on condition that it is still the same (If-Range)', async () => {
    const { attempt, opened } = aCopy({ bytes: bytesOf(20), etag: '"v1"' });

    await attempt();

    expect(opened.map(({ etag }) => etag)).toEqual([null, '"v1"', '"v1"']);
  });

  it.each([0, 1, 2, 3])('is continued at the next part after a kill at part boundary %i', async (boundary) => {
    const bytes = bytesOf(30);
    const { untilCopied, killAtSave, opened, copy } = aCopy({ bytes });
    killAtSave(boundary);

    expect(await untilCopied()).toEqual({ sizeBytes: 30, attempts: 2 });

    expect(copy()?.bytes).toEqual(Buffer.from(bytes));
    // The part that was stored and not saved is the only one that is fetched twice.
    expect(opened).toHaveLength(5);
  });

  it('is copied as it is now when it changed while it was copied', async () => {
    const { attempt, untilCopied, become, killAtSave, copy } = aCopy({ bytes: bytesOf(30), etag: '"v1"' });
    killAtSave(2);
    await attempt().catch(() => undefined);
    const changed = bytesOf(40).reverse();
    become(changed, '"v2"');

    await untilCopied();

    expect(copy()?.bytes).toEqual(Buffer.from(changed));
  });

  it('is stored as far as it came when the connection breaks after enough bytes for a part', async () => {
    const { attempt, opened, copy } = aCopy({ bytes: bytesOf(30), mishaps: [undefined, { brokenAfter: 6 }] });

    await attempt();

    expect(opened.map(({ firstByte }) => firstByte)).toEqual([0, 8, 14, 22]);
    expect(copy()?.bytes).toEqual(Buffer.from(bytesOf(30)));
  });

  it.each<[string, Mishap]>([
    ['is refused', 'refused'],
    ['breaks off', { brokenAfter: 2 }],
    ['ends early', { endedAfter: 2 }],
  ])('is copied by the next attempt when an opening %s', async (_, mishap) => {
    const { untilCopied, copy } = aCopy({ bytes: bytesOf(30), mishaps: [undefined, undefined, mishap] });

    expect(await untilCopied()).toEqual({ sizeBytes: 30, attempts: 2 });
    expect(copy()?.bytes).toEqual(Buffer.from(bytesOf(30)));
  });

  it('is left to the next invocation when little time is left', async () => {
    const { attempt, opened } = aCopy({ bytes: bytesOf(30) });

    expect(await attempt(2 * MINUTE_MS)).toBe('later');
    expect(opened).toEqual([]);
  });

  it('is begun again when its upload was deleted meanwhile', async () => {
    const { untilCopied, killAtSave, attempt, s3, copy } = aCopy({ bytes: bytesOf(30) });
    killAtSave(2);
    await attempt().catch(() => undefined);
    s3.openUploads.clear();

    await untilCopied();

    expect(copy()?.bytes).toEqual(Buffer.from(bytesOf(30)));
  });

  it('is cut into shorter parts by a source that is slow', async () => {
    const slow = aCopy({ bytes: bytesOf(20), piece: 4, beforePiece: () => slow.clock.advance(61 * SECOND_MS) });

    await slow.attempt();

    expect(slow.opened.map(({ firstByte }) => firstByte)).toEqual([0, 4, 8, 12, 16]);
    expect(slow.copy()?.bytes).toEqual(Buffer.from(bytesOf(20)));
  });
});

describe('a file in a source without ranges', () => {
  it.each([[1], [8], [9], [30]])('is copied in one go (%i bytes)', async (length) => {
    for (const saysSize of [true, false]) {
      const { attempt, opened, copy } = aCopy({ bytes: bytesOf(length), takesRanges: false, saysSize });
      if (!saysSize && length === SIZES.smallest) continue;

      expect(await attempt()).toEqual({ sizeBytes: length });
      expect([copy()?.bytes, opened.length]).toEqual([Buffer.from(bytesOf(length)), 1]);
    }
  });

  it('is begun again after a failure, and leaves no upload behind', async () => {
    const { attempt, untilCopied, s3, copy } = aCopy({
      bytes: bytesOf(30),
      takesRanges: false,
      mishaps: [{ brokenAfter: 20 }, { endedAfter: 20 }],
    });

    await expect(attempt()).rejects.toMatchObject({ name: 'CopyFailed' });
    expect(s3.openUploads.size).toBe(0);
    await untilCopied();
    expect(copy()?.bytes).toEqual(Buffer.from(bytesOf(30)));
  });

  it('fails for good when it has not arrived within 13 minutes', async () => {
    const slow = aCopy({
      bytes: bytesOf(60),
      takesRanges: false,
      beforePiece: () => slow.clock.advance(50 * SECOND_MS),
    });

    await expect(slow.attempt()).rejects.toMatchObject({ name: 'CopyTooSlow' });
    expect([slow.s3.openUploads.size, slow.copy()]).toEqual([0, undefined]);
  });

  it('keeps its lease while it comes slowly', async () => {
    const slow = aCopy({
      bytes: bytesOf(24),
      takesRanges: false,
      beforePiece: () => slow.clock.advance(45 * SECOND_MS),
    });

    await slow.attempt();

    expect(slow.saved.length).toBeGreaterThanOrEqual(3);
    expect(slow.copy()?.bytes).toEqual(Buffer.from(bytesOf(24)));
  });

  it('waits for an invocation that has 13 minutes left', async () => {
    const { attempt } = aCopy({ bytes: bytesOf(30), takesRanges: false });

    expect(await attempt(10 * MINUTE_MS)).toBe('later');
  });

  it('fails when an unknown size cannot be told from that of the first range', async () => {
    const { attempt } = aCopy({ bytes: bytesOf(8), takesRanges: false, saysSize: false });

    await expect(attempt()).rejects.toMatchObject({ name: 'CopyFailed' });
  });
});

it('a copy with another digest than the source is removed', async () => {
  const { attempt, s3, puts } = aCopy({ bytes: bytesOf(20), hasDigest: true });
  const put = s3.send;
  Object.assign(s3, {
    send: (command: { input: { PartNumber?: number; Body?: Uint8Array } }) => {
      if (command.input.PartNumber === 2) command.input.Body?.fill(0);
      return put(command as never);
    },
  });

  await expect(attempt()).rejects.toThrow('another digest');
  expect(puts).toEqual(['removed a']);
});

it('a file is copied byte by byte the same, whatever happens on the way', async () => {
  const mishap = fc.oneof(
    fc.constant(undefined),
    fc.constant<Mishap>('refused'),
    fc.record({ brokenAfter: fc.nat(20) }),
    fc.record({ endedAfter: fc.nat(20) }),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 90 }),
      fc.integer({ min: 1, max: 20 }),
      fc.array(mishap, { maxLength: 12 }),
      fc.nat(8),
      fc.boolean(),
      fc.boolean(),
      async (length, piece, mishaps, killed, takesRanges, hasDigest) => {
        const bytes = bytesOf(length);
        const { untilCopied, killAtSave, copy, s3 } = aCopy({ bytes, piece, mishaps, takesRanges, hasDigest });
        killAtSave(killed);

        expect(await untilCopied()).toMatchObject({ sizeBytes: length });
        expect(copy()?.bytes).toEqual(Buffer.from(bytes));
        expect(s3.openUploads.size).toBeLessThanOrEqual(1);
      },
    ),
  );
});
