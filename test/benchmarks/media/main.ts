import { fork } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { crc32 } from 'node:zlib';
import { openRange } from '#shared/capture/recorders/requests/open-range';
import type { Instant } from '#shared/foundation/core/time';
import { copyFile } from '#shared/foundation/files/commands/copy-file';
import type { MultipartStorage } from '#shared/foundation/files/ports';
import { RELIABILITY, writeFigures } from '../figures-in.ts';
import { asSentence, circumstances } from '../machine.ts';
import { cpuMs } from '../stopwatch.ts';
import { table } from '../table.ts';
import { measureRead } from './measure-read.ts';
import type { Started, Wanted } from './source.ts';

const USAGE = `npm run bench -- media [--mb N] [--write]

  --mb N    size of the file in MB (2048)
  --write   puts the figures into docs/reliability.md`;

const MB = 1024 * 1024;

/** Takes parts as S3 does, with the checksum of each, and keeps none. */
function standInForS3() {
  let [parts, sizeBytes, sum] = [0, 0, 0];
  const storage: MultipartStorage = {
    begin: async (key) => ({ key, uploadId: 'upload' }),
    async putPart(_upload, number, bytes) {
      parts = number;
      sizeBytes += bytes.length;
      sum = crc32(bytes, sum);
      return 'stored';
    },
    complete: async (_upload, size) =>
      size.parts === parts && size.sizeBytes === sizeBytes ? 'completed' : 'incomplete',
    abort: async () => undefined,
    sizeOf: async () => sizeBytes,
    readRange: async () => new Uint8Array(),
    digestOf: async () => undefined,
  };
  return { storage, stored: () => ({ parts, sizeBytes, sum }) };
}

async function measureCopy(sizeBytes: number) {
  const child = fork(new URL('./source.ts', import.meta.url));
  child.send({ sizeBytes } satisfies Wanted);
  const [source] = (await once(child, 'message')) as [Started];
  const { storage, stored } = standInForS3();
  const files = { put: async () => undefined, remove: async () => undefined };
  const clock = { now: () => Date.now() as Instant };
  const open = (range: { firstByte: number; lastByte: number | null; etag: string | null }) =>
    openRange(fetch, { url: source.url, ...range });
  const [startedAt, cpuBefore] = [performance.now(), cpuMs()];
  await copyFile(
    { uploads: storage, files, clock },
    { source: { open }, key: 'recording.mp4', contentType: 'video/mp4' },
    null,
    { save: async () => undefined, timeLeft: () => 900_000 },
  );
  const seconds = (performance.now() - startedAt) / 1000;
  const cpuSeconds = (cpuMs() - cpuBefore) / 1000;
  child.disconnect();
  const { parts, sum } = stored();
  if (stored().sizeBytes !== sizeBytes || sum !== source.crc32) throw new Error('The copy differs from the source.');
  return { parts, seconds, cpuSeconds };
}

const { values } = parseArgs({
  options: {
    mb: { type: 'string', default: '2048' },
    write: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) console.log(USAGE);
else {
  const mb = Number(values.mb);
  const copy = { mb, ...(await measureCopy(mb * MB)) };
  const read = await measureRead();
  // In KB on Linux and macOS alike, by Node.
  const peakRssMb = process.resourceUsage().maxRSS / 1024;
  const speed = (done: { readonly mb: number; readonly seconds: number; readonly cpuSeconds: number }) =>
    [done.seconds, done.cpuSeconds].map((each) => (done.mb / each).toFixed(0));
  const figures = [
    `\`npm run bench -- media --mb ${mb}\`: ${asSentence(circumstances(1))}`,
    '',
    table(
      ['File', 'requests', 'MB/s', 'MB per CPU second'],
      [
        [`${mb} MB, copied in parts`, String(copy.parts), ...speed(copy)],
        [
          `${read.mb.toFixed(0)} MB of MP3, four hours without a table, read for its length`,
          String(read.reads),
          ...speed(read),
        ],
      ],
    ),
    '',
    `Peak memory of both: ${peakRssMb.toFixed(0)} MB.`,
  ].join('\n');
  console.log(figures);
  if (peakRssMb > 512) throw new Error('It takes more than 512 MB of memory.');
  if (values.write) await writeFigures(RELIABILITY, 'media', figures);
}
