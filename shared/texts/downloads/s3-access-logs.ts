import { Readable } from 'node:stream';
import { GetObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import type { AccessLogs } from '#shared/texts/downloads/ports';

/** A line has a target of 8 KB at most, and headers of as much: HTTP servers take no more. */
const LONGEST_LINE = 65_536;

/** Access logs of S3, read piece by piece. */
export const s3AccessLogs = (s3: Pick<S3Client, 'send'>): AccessLogs => ({
  async *lines({ bucket: Bucket, key: Key }) {
    const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key }));
    if (!(Body instanceof Readable)) throw new Error('S3 answered without a stream.');
    yield* linesOf(Body);
  },
});

/** The lines of a text that comes in pieces. One that is too long is not kept, and comes as an empty one. */
export async function* linesOf(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let begun = '';
  let isTooLong = false;
  for await (const piece of pieces) {
    // All that is read of a line is ASCII.
    const parts = Buffer.from(piece).toString('latin1').split('\n');
    const last = parts.pop() ?? '';
    for (const part of parts) {
      yield isTooLong || begun.length + part.length > LONGEST_LINE ? '' : begun + part;
      begun = '';
      isTooLong = false;
    }
    isTooLong ||= begun.length + last.length > LONGEST_LINE;
    begun = isTooLong ? '' : begun + last;
  }
  if (isTooLong || begun !== '') yield begun;
}
