import { DeleteObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { HOUR_MS, MINUTE_MS } from '#shared/foundation/core/time';
import type { PartSizes } from '#shared/foundation/files/rules/copy-progress';
import { s3FileStorage } from '#shared/foundation/files/s3-file-storage';
import { s3MultipartStorage } from '#shared/foundation/files/s3-multipart-storage';
import { readMedia } from '#shared/foundation/media/read-media';
import { ingestMedia } from '#shared/texts/ingestions/commands/ingest-media';
import { type IngestionContext, MediaRefused, type StoredMedia } from '#shared/texts/ingestions/ports';
import { type IngestionCursor, type MediaSource, NEW_INGESTION } from '#shared/texts/ingestions/rules/ingestion';
import { s3StoredMedia } from '#shared/texts/ingestions/s3-stored-media';
import { inMemoryS3 } from '#test/doubles/aws/s3';
import { aRemoteFile } from '#test/support/a-remote-file';
import { aClock } from '#test/support/api';
import { describe, expect, it } from '#test/support/jest';
import { aVideo, mediaOf } from '../media/media-files.ts';

const KEY = 'wks_one/media/ing_one';
const UPLOAD = 'uploads/wks_one/upl_one';
const MIB = 2 ** 20;
const SIZES: PartSizes = { least: 1, smallest: 65_536, largest: 65_536 };
/** Parts that are not stored before they are whole. */
const WHOLE_PARTS: PartSizes = { ...SIZES, least: SIZES.smallest };

interface Given {
  readonly source?: MediaSource;
  readonly remote?: ReturnType<typeof aRemoteFile>;
  readonly opened?: IngestionContext['fileAt'];
  readonly media?: Partial<StoredMedia>;
  readonly partSizes?: PartSizes;
}

/** An ingestion into an empty bucket, with parts of 64 KiB. A kill is a save that throws. */
function anIngestion(given: Given) {
  const { source = { kind: 'url', url: 'https://files.test/a' }, partSizes = SIZES, remote, opened, media } = given;
  const s3 = inMemoryS3({ smallestPartBytes: 1 });
  const clock = aClock();
  const context: IngestionContext = {
    clock,
    files: s3FileStorage(s3 as never, 'files', clock),
    uploads: s3MultipartStorage(s3, 'files'),
    media: { ...s3StoredMedia(s3, 'files'), ...media },
    fileAt: opened ?? (() => remote?.source ?? aRemoteFile({ bytes: new Uint8Array() }).source),
    readMedia,
    partSizes,
  };
  let cursor: IngestionCursor = NEW_INGESTION;
  let begunAt = clock.now();
  let saves = 0;
  let killedAtSave = Number.POSITIVE_INFINITY;
  const lease = {
    cursor: () => cursor,
    timeLeft: () => 15 * MINUTE_MS - (clock.now() - begunAt),
    mayHoldWorker: async () => true,
    async save(saved: IngestionCursor) {
      saves += 1;
      if (saves === killedAtSave) throw new Error('killed');
      cursor = saved;
    },
  };
  return {
    s3,
    clock,
    attempt: () => ingestMedia(context, { source, key: KEY }, lease),
    killAtSave(number: number) {
      killedAtSave = number;
    },
    put: (key: string, bytes: Uint8Array) => s3.send(new PutObjectCommand({ Bucket: 'files', Key: key, Body: bytes })),
    cursor: () => cursor,
    keys: () => s3.keys('files'),
    /** Attempts, at their times, until one ends it. */
    async untilEnded() {
      for (let attempts = 1; attempts < 100; attempts += 1) {
        const ingested = await lease.save(cursor).then(() => ingestMedia(context, { source, key: KEY }, lease));
        if (ingested.outcome !== 'later') return { ingested, attempts };
        clock.set(ingested.at);
        begunAt = clock.now();
      }
      throw new Error('The ingestion never ends.');
    },
  };
}

const STORED = {
  outcome: 'stored',
  sizeBytes: aVideo().length,
  facts: expect.objectContaining({ contentType: 'video/mp4', durationSeconds: expect.closeTo(52.9, 0) }),
};
/** A byte every 25 seconds, for three attempts. */
const SLOW = { piece: 1, pieceMs: 25_000, brokenAfter: 10 ** 9, mostMinutes: 5 };
const failed = (reason: string) => ({ outcome: 'failed', reason });

describe('a file at a URL', () => {
  it('is copied in parts and read', async () => {
    const { attempt, keys } = anIngestion({ remote: aRemoteFile({ bytes: aVideo(), piece: 10_000 }) });

    expect(await attempt()).toEqual(STORED);
    expect(keys()).toEqual([KEY]);
  });

  it('is copied from a server without ranges that does not say the size', async () => {
    const remote = aRemoteFile({ bytes: aVideo(), piece: 10_000, takesRanges: false, saysSize: false });

    expect(await anIngestion({ remote }).attempt()).toEqual(STORED);
  });

  it.each([1, 2, 3, 4, 5])('is stored once, whichever save a crash comes before: %d', async (number) => {
    const remote = aRemoteFile({ bytes: aVideo(), piece: 10_000 });
    const { attempt, killAtSave, keys, s3 } = anIngestion({ remote });
    killAtSave(number);

    const killed = await attempt().catch(() => 'killed');
    const ingested = await attempt();

    expect([killed, ingested]).toEqual(['killed', STORED]);
    expect(keys()).toEqual([KEY]);
    expect(s3.openUploads.size).toBeLessThanOrEqual(1);
  });

  it('is continued after the part that was stored last, when its server breaks off', async () => {
    const remote = aRemoteFile({ bytes: aVideo(), piece: 10_000, mishaps: [undefined, 'refused', 'refused'] });
    const { untilEnded } = anIngestion({ remote });

    const { ingested, attempts } = await untilEnded();

    expect([ingested, attempts]).toEqual([STORED, 3]);
    expect(remote.opened.filter(({ firstByte }) => firstByte === 0)).toHaveLength(1);
  });

  it('is media_unreachable after an hour without an answer', async () => {
    const mishaps = Array.from({ length: 100 }, () => 'refused' as const);
    const { untilEnded, clock, keys } = anIngestion({ remote: aRemoteFile({ bytes: aVideo(), mishaps }) });
    const begun = clock.now();

    const { ingested } = await untilEnded();

    expect(ingested).toEqual(failed('media_unreachable'));
    expect(clock.now() - begun).toBeGreaterThanOrEqual(HOUR_MS);
    expect(clock.now() - begun).toBeLessThan(HOUR_MS + 15 * MINUTE_MS);
    expect(keys()).toEqual([]);
  });

  it.each([
    ['that breaks off', { takesRanges: false, piece: 10_000, pieceMs: 1000, brokenAfter: 100_000, mostMinutes: 75 }],
    ['that sends a byte every 25 seconds', { ...SLOW, takesRanges: false }],
    ['with ranges that sends a byte every 25 seconds', { ...SLOW, takesRanges: true }],
  ])('is media_unreachable in time where it is at a server %s', async (_what, given) => {
    const { pieceMs, brokenAfter, mostMinutes, ...server } = given;
    const mishaps = Array.from({ length: 100 }, () => ({ brokenAfter }));
    const beforePiece = () => clock.advance(pieceMs);
    const remote = aRemoteFile({ bytes: aVideo(), mishaps, beforePiece, saysSize: server.takesRanges, ...server });
    const { untilEnded, clock, keys, s3 } = anIngestion({ remote, partSizes: WHOLE_PARTS });
    const begun = clock.now();

    const { ingested } = await untilEnded();

    expect([ingested, keys(), s3.openUploads.size]).toEqual([failed('media_unreachable'), [], 0]);
    expect(clock.now() - begun).toBeLessThan(mostMinutes * MINUTE_MS);
  });

  it('is media_unreachable at the third slow attempt, though parts were copied in between', async () => {
    let opened = 0;
    // Each second opening is slow.
    const beforePiece = () => clock.advance(opened % 2 === 0 ? 40_000 : 0);
    const { source } = aRemoteFile({ bytes: aVideo(), piece: 10_000, beforePiece });
    const open: typeof source.open = (range) => {
      opened += 1;
      return source.open(range);
    };
    const { untilEnded, clock } = anIngestion({ opened: () => ({ open }), partSizes: WHOLE_PARTS });

    const { ingested, attempts } = await untilEnded();

    expect([ingested, attempts]).toEqual([failed('media_unreachable'), 3]);
  });

  it('is left to other work after a minute where its server has ranges, and goes on at its last part', async () => {
    const beforePiece = () => clock.advance(20_000);
    const remote = aRemoteFile({ bytes: new Uint8Array(20_000_000), piece: 4_000_000, beforePiece });
    const partSizes = { least: 1, smallest: 4_000_000, largest: 4_000_000 };
    const { attempt, clock, cursor } = anIngestion({ remote, partSizes });
    const begun = clock.now();

    expect(await attempt()).toEqual({ outcome: 'later', at: clock.now() });
    expect(clock.now() - begun).toBeLessThan(2 * MINUTE_MS);
    expect(cursor().copy).toMatchObject({ totalBytes: 20_000_000 });
  });

  it('is media_unreachable at once where its server says that it is gone', async () => {
    const opened = () => ({ open: () => Promise.reject(new MediaRefused('gone')) });

    expect(await anIngestion({ opened }).attempt()).toEqual(failed('media_unreachable'));
  });

  it('is media_too_large where its server says so, before a byte is stored', async () => {
    const { attempt, keys, s3 } = anIngestion({ opened: () => endless(2 ** 31 + 1) });

    expect([await attempt(), keys(), s3.openUploads.size]).toEqual([failed('media_too_large'), [], 0]);
  });

  it.each([
    ['a page', Buffer.from('<!doctype html><title>Sign in</title>'), 'unsupported_media'],
    ['a part of a video', aVideo().slice(0, 200_000), 'unsupported_media'],
  ])('that is no whole media file leaves nothing: %s', async (_what, bytes, reason) => {
    const { attempt, keys } = anIngestion({ remote: aRemoteFile({ bytes, piece: 10_000 }) });

    expect([await attempt(), keys()]).toEqual([failed(reason), []]);
  });

  it('fails alike after a crash while what was stored of it is deleted', async () => {
    const { attempt, killAtSave, keys } = anIngestion({ remote: aRemoteFile({ bytes: Buffer.from('text') }) });
    killAtSave(2);

    await attempt().catch(() => undefined);

    expect([await attempt(), keys()]).toEqual([failed('unsupported_media'), []]);
  });
});

describe('an upload', () => {
  const source = { kind: 'upload', key: UPLOAD } as const;

  it('is copied to a key of its own, which a later PUT does not change', async () => {
    const { attempt, put, s3 } = anIngestion({ source });
    await put(UPLOAD, aVideo());

    const ingested = await attempt();
    await put(UPLOAD, Buffer.from('other'));

    expect(ingested).toEqual(STORED);
    expect(s3.read('files', KEY)?.bytes.length).toBe(aVideo().length);
  });

  it('is read again where it is changed while it is copied', async () => {
    let changes = 1;
    const { s3, put, untilEnded } = anIngestion({
      source,
      media: {
        async copy(file) {
          changes -= 1;
          if (changes === 0) await put(UPLOAD, aVideo());
          return s3StoredMedia(s3, 'files').copy(file);
        },
      },
    });
    await put(UPLOAD, await mediaOf.m4a(10));

    expect((await untilEnded()).ingested).toEqual(STORED);
  });

  it('is copied again where its copy is deleted while it is read', async () => {
    let deletions = 1;
    const { s3, put, untilEnded } = anIngestion({
      source,
      media: {
        open: (key, sizeBytes) => ({
          sizeBytes,
          async read(firstByte, endByte) {
            if (deletions > 0) await s3.send(new DeleteObjectCommand({ Bucket: 'files', Key: key }));
            deletions -= 1;
            return s3StoredMedia(s3, 'files').open(key, sizeBytes).read(firstByte, endByte);
          },
        }),
      },
    });
    await put(UPLOAD, aVideo());

    expect(await untilEnded()).toEqual({ ingested: STORED, attempts: 2 });
  });

  it('without a file is media_unreachable', async () => {
    expect(await anIngestion({ source }).attempt()).toEqual(failed('media_unreachable'));
  });

  it('of no bytes is media_unreachable, and may be ordered again once it has some', async () => {
    const { attempt, put, keys } = anIngestion({ source });
    await put(UPLOAD, new Uint8Array());

    const empty = await attempt();
    await put(UPLOAD, aVideo());

    expect([empty, keys(), await attempt()]).toEqual([failed('media_unreachable'), [UPLOAD], STORED]);
  });

  it('over 2 GB is media_too_large, again where that was not saved', async () => {
    const found = { sizeBytes: 2 ** 31 + 1, etag: '"x"' };
    const { attempt, put, keys } = anIngestion({ source, media: { find: async () => found } });
    await put(UPLOAD, new Uint8Array(1));

    expect([await attempt(), await attempt(), keys()]).toEqual([
      ...[failed('media_too_large'), failed('media_too_large'), [UPLOAD]],
    ]);
  });

  it('without sound is no_audio, and its copy is deleted', async () => {
    const { attempt, put, keys } = anIngestion({ source });
    await put(UPLOAD, await mediaOf.silent(10));

    expect([await attempt(), keys()]).toEqual([failed('no_audio'), [UPLOAD]]);
  });
});

/** A file that is said to have this size, and never ends. */
const endless = (totalBytes: number) => ({
  open: async () => ({
    stream: new ReadableStream<Uint8Array<ArrayBuffer>>({
      pull: (controller) => controller.enqueue(new Uint8Array(MIB)),
    }),
    firstByte: 0,
    totalBytes,
    etag: null,
  }),
});
