import { readMedia } from '#shared/foundation/media/read-media';
import type { FromMediaProcess, ToMediaProcess } from '#shared/foundation/media/reader/messages';

/** The process that reads one media file, whose bytes it asks its parent for. */
const waiting = new Map<number, (bytes: Uint8Array) => void>();
let asked = 0;

const send = (message: FromMediaProcess): void => void process.send?.(message);

function read(firstByte: number, endByte: number): Promise<Uint8Array> {
  asked += 1;
  const nth = asked;
  const { promise, resolve } = Promise.withResolvers<Uint8Array>();
  waiting.set(nth, resolve);
  send({ kind: 'range', nth, firstByte, endByte });
  return promise;
}

process.on('message', async (message: ToMediaProcess) => {
  if (message.kind === 'file')
    return send({ kind: 'answer', facts: await readMedia({ sizeBytes: message.sizeBytes, read }) });
  waiting.get(message.nth)?.(message.bytes);
  waiting.delete(message.nth);
});
