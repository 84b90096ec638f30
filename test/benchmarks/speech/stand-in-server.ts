import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { readMedia } from '#shared/foundation/media/read-media';

/** A process of its own, so that its memory is not that of transcription. Hears one word a second in each upload. */
async function hear(request: IncomingMessage) {
  const headers = { 'content-type': request.headers['content-type'] ?? '' };
  const form = await new Response(new Uint8Array(await buffer(request)), { headers }).formData();
  const file = form.get('file');
  if (!(file instanceof File)) throw new Error('There is no file.');
  const bytes = new Uint8Array(await file.arrayBuffer());
  const read = async (firstByte: number, endByte: number) => bytes.subarray(firstByte, endByte);
  const facts = await readMedia({ sizeBytes: bytes.length, read });
  if (typeof facts === 'string') throw new Error(`A piece is ${facts}.`);
  const seconds = Math.floor(facts.durationSeconds);
  const words = Array.from({ length: seconds }, (_, at) => ({ word: 'word', start: at, end: at + 0.5 }));
  const text = words.map(({ word }) => word).join(' ');
  return { text, language: 'english', duration: facts.durationSeconds, words, segments: [] };
}

const server = createServer(async (request, response) => {
  const heard = await hear(request).catch((error: unknown) => String(error));
  response.statusCode = typeof heard === 'string' ? 400 : 200;
  const body = typeof heard === 'string' ? { error: { code: 'invalid_audio', message: heard } } : heard;
  response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
}).listen(0, '127.0.0.1', () => {
  process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
process.once('disconnect', () => {
  server.closeAllConnections();
  server.close();
});
