import type { RequestListener } from 'node:http';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { FeedFailed } from '#shared/calendars/feeds/ports';
import type { Instant } from '#shared/foundation/core/time';
import { feedAtUrl } from '#shared/wiring/feed-at-url';
import { aServer } from '#test/support/a-server';
import { aCalendar } from '#test/support/fake-feed';
import { afterEach, describe, expect, it } from '#test/support/jest';

const closing: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const WINDOW = { from: 0 as Instant, to: 1 as Instant };

/** What is read of the feed of a server on loopback, and the codings that it was asked for. */
async function read(answer: RequestListener) {
  const asked: unknown[] = [];
  const { url, close } = await aServer((request, response) => {
    asked.push(request.headers['accept-encoding']);
    answer(request, response);
  });
  closing.push(close);
  let text: string | undefined;
  const { calendar } = feedAtUrl({
    baseUrl: 'https://api.example.test/api/v1',
    allowLocalReceivers: true,
    lookUp: async () => ['93.184.216.34'],
    clock: { now: () => 0 as Instant },
    readFeed: async ({ bytes }) => {
      text = Buffer.from(bytes).toString();
      return [];
    },
  });
  await calendar.readWindow(`${url}/feed.ics`, WINDOW);
  return { text, asked };
}

const coded =
  (coding: string, bytes: Uint8Array): RequestListener =>
  (_request, response) =>
    void response.writeHead(200, { 'content-encoding': coding }).end(bytes);

const GZIP_HEAD = Buffer.from('1f8b08000000000000ff', 'hex');
/** Blocks of DEFLATE that are stored, empty and not the last: five bytes of which nothing comes out. */
const emptyBlocks = (count: number): Buffer => Buffer.concat(Array.from({ length: count }, () => EMPTY_BLOCK));
const EMPTY_BLOCK = Buffer.from('000000ffff', 'hex');

/** Never ends of itself. */
const withoutOutput: RequestListener = (_request, response) => {
  const blocks = emptyBlocks(50_000);
  response.on('error', () => undefined);
  response.writeHead(200, { 'content-encoding': 'gzip' }).write(GZIP_HEAD);
  const more = () => {
    while (!response.destroyed && response.write(blocks));
    response.once('drain', more);
  };
  more();
};

describe('a feed at a URL', () => {
  const file = Buffer.from(aCalendar());

  it.each([
    ['gzip', gzipSync(file)],
    ['deflate', deflateSync(file)],
    ['br', brotliCompressSync(file)],
  ])('is asked for in gzip, and read in one coding: %s', async (coding, bytes) => {
    const { text, asked } = await read(coded(coding, bytes));

    expect([text, asked]).toEqual([file.toString(), ['gzip']]);
  });

  it.each([
    ['gzip, br', brotliCompressSync(gzipSync(file))],
    ['gzip,gzip', gzipSync(gzipSync(file))],
  ])('is not read in two codings, one around the other: %s', async (coding, bytes) => {
    await expect(read(coded(coding, bytes))).rejects.toEqual(new FeedFailed('not_a_calendar'));
  });

  it('is too large with more than 10 MB on the wire, though nothing comes out of them', async () => {
    await expect(read(withoutOutput)).rejects.toEqual(new FeedFailed('too_large'));
  });
});
