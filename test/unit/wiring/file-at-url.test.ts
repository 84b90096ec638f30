import type { RequestListener } from 'node:http';
import { RecorderUnreachable } from '#shared/meetings/recorders/ports';
import { MediaRefused } from '#shared/texts/ingestions/ports';
import { fileAtUrl } from '#shared/wiring/file-at-url';
import { aServer } from '#test/support/a-server';
import { afterEach, describe, expect, it } from '#test/support/jest';
import { privateDnsAnswers } from '#test/support/private-dns-answers';

const BYTES = Buffer.from('0123456789');
const closing: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** A server on loopback, with what was asked of it. */
async function aMediaServer(listener: RequestListener) {
  const asked: string[] = [];
  const { url, close } = await aServer((request, response) => {
    asked.push(`${request.url} ${request.headers.range} ${request.headers['accept-encoding']}`);
    listener(request, response);
  });
  closing.push(close);
  return { asked, url };
}

/** Answers `/file` by range, and redirects `/5` to `/4`, and so on to `/file`. */
const media: RequestListener = ({ url = '', headers }, response) => {
  const left = Number(url.slice(1));
  if (left > 0) return void response.writeHead(302, { location: left === 1 ? '/file#start' : `/${left - 1}` }).end();
  const [, first = '0', last = ''] = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? '') ?? [];
  const part = BYTES.subarray(Number(first), (last === '' ? BYTES.length : Number(last)) + 1);
  const range = `bytes ${first}-${Number(first) + part.length - 1}/${BYTES.length}`;
  response.writeHead(206, { 'content-range': range, etag: '"one"' }).end(part);
};

const local = fileAtUrl({
  baseUrl: 'https://api.example.test/api/v1',
  allowLocalReceivers: true,
  lookUp: async () => ['93.184.216.34'],
});
const RANGE = { firstByte: 2, lastByte: 4, etag: null };

describe('a file at a URL', () => {
  it('is opened by range, uncompressed', async () => {
    const { url, asked } = await aMediaServer(media);

    const { stream, ...opened } = await local(`${url}/file`).open(RANGE);

    expect([opened, await new Response(stream).text()]).toEqual([
      { firstByte: 2, totalBytes: 10, etag: '"one"' },
      '234',
    ]);
    expect(asked).toEqual(['/file bytes=2-4 identity']);
  });

  it('is found by five redirects, each asked for the same range', async () => {
    const { url, asked } = await aMediaServer(media);

    const { stream } = await local(`${url}/5`).open(RANGE);

    expect(await new Response(stream).text()).toBe('234');
    expect(asked).toEqual(['/5', '/4', '/3', '/2', '/1', '/file'].map((path) => `${path} bytes=2-4 identity`));
  });

  it('is refused after a sixth redirect', async () => {
    const { url, asked } = await aMediaServer(media);

    await expect(local(`${url}/6`).open(RANGE)).rejects.toThrow(MediaRefused);
    expect(asked).toHaveLength(6);
  });

  it.each([
    'http://169.254.169.254/latest/meta-data/',
    'https://10.0.0.1/file',
    'http://files.example.test/file',
    'https://user:password@files.example.test/file',
    'file:///etc/passwd',
    'https://api.example.test/api/v1/workspaces',
    'http://[::1]/file',
    '//',
  ])('is refused where a redirect leads to %s', async (location) => {
    const { url } = await aMediaServer((_request, response) => response.writeHead(302, { location }).end());

    await expect(local(`${url}/file`).open(RANGE)).rejects.toThrow(MediaRefused);
  });

  it.each([401, 403, 404, 410])('is refused where its server answers %d', async (status) => {
    const { url } = await aMediaServer((_request, response) => response.writeHead(status).end());

    await expect(local(`${url}/file`).open(RANGE)).rejects.toThrow(MediaRefused);
  });

  it.each(['gzip', 'br', 'gzip, br', 'x-unknown'])(
    'is refused unread where its bytes are encoded as %s, though they were asked for as they are',
    async (encoding) => {
      const { url, asked } = await aMediaServer((_request, response) => {
        response.writeHead(206, { 'content-range': 'bytes 2-4/10', 'content-encoding': encoding });
        response.write('234');
      });

      await expect(local(`${url}/file`).open(RANGE)).rejects.toThrow(MediaRefused);
      expect(asked).toEqual(['/file bytes=2-4 identity']);
    },
  );

  it('is opened where its server says that its bytes are as they are', async () => {
    const { url } = await aMediaServer((_request, response) =>
      response.writeHead(206, { 'content-range': 'bytes 2-4/10', 'content-encoding': 'Identity' }).end('234'),
    );

    expect(await new Response((await local(`${url}/file`).open(RANGE)).stream).text()).toBe('234');
  });

  it.each([500, 503, 429])('may be tried again where its server answers %d', async (status) => {
    const { url } = await aMediaServer((_request, response) => response.writeHead(status).end());

    await expect(local(`${url}/file`).open(RANGE)).rejects.toThrow(RecorderUnreachable);
  });

  it('may be tried again where its server breaks off', async () => {
    const { url } = await aMediaServer((_request, response) => {
      response.writeHead(206, { 'content-range': 'bytes 2-4/10', 'content-length': '3' });
      response.write('2', () => response.destroy());
    });

    const { stream } = await local(`${url}/file`).open(RANGE);

    await expect(new Response(stream).text()).rejects.toThrow();
  });

  it.each(privateDnsAnswers('93.184.216.34', '10.0.0.2'))(
    'is refused where its name leads %s',
    async (_to, answers) => {
      const guarded = fileAtUrl({
        baseUrl: 'https://api.example.test/api/v1',
        allowLocalReceivers: false,
        lookUp: async () => answers,
      });

      await expect(guarded('https://files.example.test/file').open(RANGE)).rejects.toThrow(MediaRefused);
    },
  );

  it('is refused on this machine unless the stack is local', async () => {
    const { url, asked } = await aMediaServer(media);
    const guarded = fileAtUrl({
      baseUrl: 'https://api.example.test/api/v1',
      allowLocalReceivers: false,
      lookUp: async () => ['127.0.0.1'],
    });

    await expect(guarded(`${url}/file`).open(RANGE)).rejects.toThrow(MediaRefused);
    expect(asked).toEqual([]);
  });
});
