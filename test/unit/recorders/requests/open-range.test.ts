import { LinkExpired, openRange } from '#shared/capture/recorders/requests/open-range';
import { InvalidRecorderAnswer, RecorderUnreachable } from '#shared/meetings/recorders/ports';
import { aRecorderServer, type Handled, type RecorderServer } from '#test/doubles/recorders/a-recorder-server';
import { rangeReply } from '#test/doubles/recorders/range-reply';
import { afterEach, describe, expect, it } from '#test/support/jest';

let server: RecorderServer;
afterEach(() => server.close());

const file = Buffer.from('0123456789');
const ETAG = '"v1"';

interface Asked {
  readonly firstByte: number;
  readonly lastByte?: number;
  readonly etag?: string;
}

async function open(
  { firstByte, lastByte = undefined, etag = undefined }: Asked,
  handled: (range: string | undefined) => Handled = (range) =>
    rangeReply(file, { range, contentType: 'video/mp4', etag: ETAG }),
) {
  server = await aRecorderServer(({ headers }) => handled(headers['range']));
  const url = `${server.origin}/media.mp4`;
  return openRange(fetch, { url, firstByte, lastByte: lastByte ?? null, etag: etag ?? null });
}

const text = (stream: ReadableStream<Uint8Array<ArrayBuffer>>) => new Response(stream).text();

describe('a byte range of a media link', () => {
  it('is streamed with the length of the whole file and its entity tag', async () => {
    const { stream, ...rest } = await open({ firstByte: 2, lastByte: 5 });

    expect({ ...rest, text: await text(stream) }).toEqual({ firstByte: 2, totalBytes: 10, etag: ETAG, text: '2345' });
  });

  const SHA = `${'a'.repeat(43)}=`;

  it.each([
    [{ 'repr-digest': `sha-256=:${SHA}:` }, SHA],
    [{ 'repr-digest': `sha-512=:x:, sha-256=:${SHA}:` }, SHA],
    [{ 'x-amz-checksum-sha256': SHA }, SHA],
    // The checksum of the checksums of nine parts.
    [{ 'x-amz-checksum-sha256': `${SHA}-9` }, undefined],
    [{ 'repr-digest': 'sha-256=x' }, undefined],
    [{ 'content-md5': 'kAFQmDzST7DWlj99KOF/cg==' }, undefined],
  ])('has the digest of the whole file that the server states in %j', async (headers, base64) => {
    const { digest } = await open({ firstByte: 2, lastByte: 5 }, (range) => {
      const reply = rangeReply(file, { range, contentType: 'video/mp4', etag: ETAG });
      return { ...reply, headers: { ...reply.headers, ...headers } };
    });

    expect(digest).toEqual(base64 && { algorithm: 'sha-256', base64 });
  });

  it('ends with the file when it would go beyond it', async () => {
    const { stream } = await open({ firstByte: 8, lastByte: 99 });

    expect(await text(stream)).toBe('89');
  });

  it('asks for uncompressed bytes, and for the version it knows', async () => {
    await open({ firstByte: 0, etag: ETAG });

    expect(server.requests[0]?.headers).toMatchObject({
      range: 'bytes=0-',
      'accept-encoding': 'identity',
      'if-range': ETAG,
    });
  });

  it.each([
    ['ignores ranges', {}],
    ['has another version of the file', { etag: '"v2"' }],
  ])('is the whole file from its first byte when the server %s', async (_title, headers) => {
    const asked = { firstByte: 4, etag: ETAG };
    const { stream, ...rest } = await open(asked, () => ({ status: 200, headers, body: file }));

    expect({ ...rest, text: await text(stream) }).toMatchObject({ firstByte: 0, totalBytes: 10, text: '0123456789' });
  });

  it('has no total where the server does not know it', async () => {
    const { totalBytes } = await open({ firstByte: 0 }, () => ({
      status: 206,
      headers: { 'content-range': 'bytes 0-9/*' },
      body: file,
    }));

    expect(totalBytes).toBeNull();
  });
});

describe('a media link that cannot be used', () => {
  it.each([401, 403, 404, 410])('has expired when it answers %i', async (status) => {
    await expect(open({ firstByte: 0 }, () => ({ status }))).rejects.toThrow(LinkExpired);
  });

  it.each([302, 416, 429, 500, 503])('is unreachable when it answers %i', async (status) => {
    await expect(open({ firstByte: 0 }, () => ({ status }))).rejects.toThrow(RecorderUnreachable);
  });

  it('is unreachable when the connection is cut', async () => {
    await expect(open({ firstByte: 0 }, () => 'cut')).rejects.toThrow(RecorderUnreachable);
  });

  const whole = { 'content-range': 'bytes 0-9/10' };
  const wrong: readonly [string, Asked, Handled][] = [
    ['begins at another byte', { firstByte: 2 }, { status: 206, headers: whole, body: file }],
    ['ends later', { firstByte: 0, lastByte: 3 }, { status: 206, headers: whole, body: file }],
    ['does not say which range it is', { firstByte: 0 }, { status: 206, body: file }],
    [
      'is a range of another version',
      { firstByte: 0, etag: '"v0"' },
      { status: 206, headers: { ...whole, etag: ETAG }, body: file },
    ],
  ];
  it.each(wrong)('is refused when its answer %s', async (_title, range, handled) => {
    await expect(open(range, () => handled)).rejects.toThrow(InvalidRecorderAnswer);
  });
});
