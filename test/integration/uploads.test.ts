import { randomBytes } from 'node:crypto';
import { expect, it } from '#test/support/jest';
import { stackClient } from './stack-client.ts';

const { workspace_id, call } = stackClient();

const PART_BYTES = 8_388_608;

/** Sends bytes to a signed link, as `curl -T` and browsers do: without a key. */
async function put(url: string, bytes: Uint8Array): Promise<{ status: number; etag: string }> {
  const response = await fetch(url, { method: 'PUT', body: new Uint8Array(bytes) });
  await response.arrayBuffer();
  return { status: response.status, etag: response.headers.get('etag') ?? '' };
}

it('a file is taken by a signed link, which is the URL of the upload and a signature', async () => {
  const made = await call('GET', `/uploads/new?workspace_id=${workspace_id}&filename=call.mp3`);
  const { signed_url, url } = made.body;

  expect([made.status, signed_url.split('?')[0]]).toEqual([200, url]);
  expect((await put(signed_url, randomBytes(100_000))).status).toBe(200);
});

it('HEAD creates no upload', async () => {
  expect((await call('HEAD', `/uploads/new?workspace_id=${workspace_id}&filename=call.mp3`)).status).toBe(200);
});

it('a file is taken in parts, and completed by their ETags alone', async () => {
  const bytes = randomBytes(PART_BYTES + 1_000);
  const made = await call('POST', '/uploads', { workspace_id, filename: 'call.mp4', size: bytes.length });
  const { id, parts } = made.body;
  expect([made.status, parts.length]).toEqual([201, 2]);

  const sent: { readonly number: number; readonly etag: string }[] = [];
  for (const { number, signed_url } of parts) {
    const part = bytes.subarray((number - 1) * PART_BYTES, number * PART_BYTES);
    const { status, etag } = await put(signed_url, part);
    expect(status).toBe(200);
    sent.push({ number, etag });
  }
  const [first, second] = sent;
  const wrong = await call('POST', `/uploads/${id}/complete`, { parts: [first, { ...second, etag: '"none"' }] });
  const done = await call('POST', `/uploads/${id}/complete`, { parts: sent });
  const again = await call('POST', `/uploads/${id}/complete`, { parts: sent });

  expect([wrong.status, done.status, again.status]).toEqual([422, 200, 200]);
  expect(again.body).toEqual(done.body);
  expect(done.body).toMatchObject({ id, parts: null, expires_at: null, url: expect.stringContaining(id) });
});
