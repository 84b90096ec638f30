import { type ChildProcess, fork } from 'node:child_process';
import { MINUTE_MS } from '#shared/foundation/core/time';
import type { RangedFile, ReadMedia } from '#shared/foundation/media/ports';
import type { FromMediaProcess, ToMediaProcess } from '#shared/foundation/media/reader/messages';
import { LARGEST_MEDIA_BYTES } from '#shared/foundation/media/rules/media-facts';

/** docs/limits-and-rules.md#sizes. */
export interface ReadingBounds {
  /** From the start of the process to its answer, the time of the storage included. */
  readonly ms: number;
  /** Of V8's old generation. What is read at a time comes on top: `MOST_AT_ONCE`. */
  readonly memoryMb: number;
}

/** Four hours of AAC at 96 kHz, whose 1.4 million frames are each remembered, fit. */
const BOUNDS: ReadingBounds = { ms: 4 * MINUTE_MS, memoryMb: 160 };
const YOUNG_GENERATION_MB = 8;

/**
 * Reads a media file in a process of its own, which is ended where the file takes more time or memory than one may; the
 * file is then `unsupported_media`, or `out_of_time` where less time was given than a file may take. A count in a file of a
 * kilobyte can stand for a table of any size, so that no bound of bytes bounds memory. A thread would not do: V8 ends the
 * whole process where an array outgrows the memory of a thread.
 * Throws what `file.read` throws.
 */
export const separateMediaReader =
  (program: string | URL, { ms, memoryMb }: ReadingBounds = BOUNDS): ReadMedia =>
  async (file, withinMs = ms) => {
    // The process would answer the same; none is started for it.
    if (file.sizeBytes > LARGEST_MEDIA_BYTES) return 'media_too_large';
    const reading = fork(program, {
      // It needs none, and there are secrets in it.
      env: {},
      execArgv: [`--max-old-space-size=${memoryMb}`, `--max-semi-space-size=${YOUNG_GENERATION_MB}`],
      serialization: 'advanced',
      // What it writes is about a file of someone else, and V8's account of a full memory.
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    let isOutOfTime = false;
    const end = setTimeout(
      () => {
        isOutOfTime = withinMs < ms;
        reading.kill('SIGKILL');
      },
      Math.min(withinMs, ms),
    );
    try {
      const answer = await answerOf(reading, file);
      return isOutOfTime ? 'out_of_time' : answer;
    } finally {
      clearTimeout(end);
      reading.kill('SIGKILL');
    }
  };

/** `unsupported_media` where the process ends without an answer. Throws where it cannot be started. */
function answerOf(reading: ChildProcess, file: RangedFile): ReturnType<ReadMedia> {
  const { promise, resolve, reject } = Promise.withResolvers<Awaited<ReturnType<ReadMedia>>>();
  // A process that has ended meanwhile takes no message, which its own event says.
  const send = (message: ToMediaProcess) => reading.connected && reading.send(message, () => undefined);
  reading.on('message', async (message: FromMediaProcess) => {
    if (message.kind === 'answer') return resolve(message.facts);
    const { nth, firstByte, endByte } = message;
    try {
      send({ kind: 'bytes', nth, bytes: await file.read(firstByte, endByte) });
    } catch (error) {
      reject(error);
    }
  });
  reading.once('error', reject).once('exit', () => resolve('unsupported_media'));
  send({ kind: 'file', sizeBytes: file.sizeBytes });
  return promise;
}
