import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { crc32 } from 'node:zlib';

/** What the process is asked for, and what it answers once it listens. */
export interface Wanted {
  readonly sizeBytes: number;
}
export interface Started {
  readonly url: string;
  /** Of the whole file. */
  readonly crc32: number;
}

const BLOCK = Buffer.alloc(1024 * 1024);
for (let at = 0; at < BLOCK.length; at += 4) BLOCK.writeUInt32LE((at * 2_654_435_761) % 2 ** 32, at);

/** The bytes of the file from one position on: blocks that repeat. */
function* bytesFrom(first: number, last: number) {
  for (let at = first; at <= last; ) {
    const from = at % BLOCK.length;
    const piece = BLOCK.subarray(from, Math.min(BLOCK.length, from + last - at + 1));
    yield piece;
    at += piece.length;
  }
}

function respond(sizeBytes: number, { headers }: IncomingMessage, response: ServerResponse): void {
  const [, first = '0', last = ''] = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? '') ?? [];
  const [from, to] = [Number(first), Math.min(sizeBytes, last === '' ? sizeBytes : Number(last) + 1) - 1];
  response.writeHead(206, {
    'content-type': 'video/mp4',
    'content-length': to - from + 1,
    'content-range': `bytes ${from}-${to}/${sizeBytes}`,
    etag: '"one"',
  });
  const pieces = bytesFrom(from, to);
  const more = (): void => {
    for (let next = pieces.next(); !next.done; next = pieces.next())
      if (!response.write(next.value)) {
        response.once('drain', more);
        return;
      }
    response.end();
  };
  more();
}

process.once('message', ({ sizeBytes }: Wanted) => {
  const server = createServer((request, response) => respond(sizeBytes, request, response));
  server.listen(0, '127.0.0.1', () => {
    let sum = 0;
    for (const piece of bytesFrom(0, sizeBytes - 1)) sum = crc32(piece, sum);
    const { port } = server.address() as AddressInfo;
    process.send?.({ url: `http://127.0.0.1:${port}/recording.mp4`, crc32: sum } satisfies Started);
  });
  process.once('disconnect', () => server.closeAllConnections());
  process.once('disconnect', () => server.close());
});
