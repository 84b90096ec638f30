import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { apiClient } from '#bin/transcribe/api-client';
import { findMediaFile } from '#bin/transcribe/media-file';
import { uploadFile } from '#bin/transcribe/upload-file';
import { afterEach, beforeEach, describe, expect, it } from '#test/support/jest';

const PART_BYTES = 8_388_608;
const bytes = Buffer.concat([Buffer.alloc(PART_BYTES, 1), Buffer.alloc(PART_BYTES, 2), Buffer.alloc(100, 3)]);

let folder: string;
let server: Server;
let origin: string;
/** The first answers to each part. */
let refusals: Record<string, number>;
let stored: Map<number, Buffer>;
let completed: unknown;

/** Storage and API of one upload: its links have a number that grows with each signature. */
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rapporteur-upload-'));
  await writeFile(join(folder, 'talk.wav'), bytes);
  [refusals, stored, completed] = [{}, new Map(), undefined];
  let signatures = 0;
  server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', origin);
    const body = await buffer(request);
    if (request.method === 'PUT') {
      const left = refusals[pathname] ?? 0;
      refusals[pathname] = left - 1;
      if (left > 0) return response.writeHead(403).end();
      stored.set(Number(pathname.slice(1)), body);
      return response.setHeader('etag', `"${pathname.slice(1)} by ${searchParams.get('signature')}"`).end();
    }
    signatures += 1;
    const parts = [1, 2, 3].map((number) => ({ number, signed_url: `${origin}/${number}?signature=${signatures}` }));
    const isDone = pathname.endsWith('/complete');
    if (isDone) completed = JSON.parse(body.toString());
    const answer = { id: 'upl_1', parts: isDone ? null : parts, url: isDone ? `${origin}/upl_1` : null };
    return response.end(JSON.stringify(answer));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true, force: true });
});

async function upload() {
  const progress: number[] = [];
  const { signal } = new AbortController();
  const api = apiClient({ base_url: origin, api_key: 'rap_1' }, signal);
  const onProgress = (sent: number) => void progress.push(sent);
  const file = await findMediaFile(join(folder, 'talk.wav'));
  const url = await uploadFile(file, { api, workspaceId: 'wks_1', signal, onProgress });
  return { url, progress };
}

describe('the upload of npm run transcribe', () => {
  it('sends every part, and completes the upload in the order of the parts', async () => {
    const { url, progress } = await upload();

    expect(url).toBe(`${origin}/upl_1`);
    expect(Buffer.concat([1, 2, 3].map((number) => stored.get(number) ?? Buffer.alloc(0))).equals(bytes)).toBe(true);
    expect([progress.length, progress.at(-1)]).toEqual([3, bytes.length]);
    expect(completed).toEqual({ parts: [1, 2, 3].map((number) => ({ number, etag: `"${number} by 1"` })) });
  });

  it('sends a refused part again by a fresh link', async () => {
    refusals['/2'] = 1;

    await upload();

    expect(completed).toMatchObject({ parts: [{ etag: '"1 by 1"' }, { etag: '"2 by 2"' }, { etag: '"3 by 1"' }] });
  });

  it('fails after four refusals of a part, without its link', async () => {
    refusals['/3'] = 4;

    await expect(upload()).rejects.toThrow(/^Part 3 of talk.wav was not stored: the storage answered 403$/);
    expect(completed).toBeUndefined();
  });
});
