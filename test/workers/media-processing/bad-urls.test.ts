import type { RequestListener } from 'node:http';
import { LARGEST_MEDIA_BYTES } from '#shared/foundation/media/rules/media-facts';
import { limitSize } from '#shared/texts/ingestions/commands/limit-size';
import { fileAtUrl } from '#shared/wiring/file-at-url';
import { aMediaOrderWorld, NOTHING } from '#test/contract/orders/a-media-order';
import { aServer } from '#test/support/a-server';
import { afterEach, describe, expect, it } from '#test/support/jest';

const MIB = 2 ** 20;
/** In place of 2 GB, which would be held in memory here. More than one part of a file. */
const SMALL_LIMIT = 24 * MIB;

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** An order of the file at a public URL, which this server on loopback answers for. */
async function anOrderOf(listener: RequestListener, mostBytes = LARGEST_MEDIA_BYTES) {
  const server = await aServer(listener);
  closing.push(server.close);
  const local = fileAtUrl({
    baseUrl: 'https://api.example.test/api/v1',
    allowLocalReceivers: true,
    lookUp: async () => ['93.184.216.34'],
  });
  const fileAt = (url: string) => limitSize(local(`${server.url}${new URL(url).pathname}`), mostBytes);
  const world = await aMediaOrderWorld({ fileAt });
  const { id } = (await world.order({ url: 'https://files.example.test/talk.mp3' })).body;
  await world.worker.untilQuiet();
  return { ...world, ended: await world.readOrder(id) };
}

/** Sends a mebibyte after the other for as long as the connection takes them. */
const forEver =
  (count: (bytes: number) => void): RequestListener =>
  (_request, response) => {
    response.writeHead(200, { 'content-type': 'audio/mpeg' });
    const more = () => {
      if (response.destroyed) return;
      count(MIB);
      if (response.write(Buffer.alloc(MIB))) setImmediate(more);
      else response.once('drain', more);
    };
    more();
  };

const FILES: readonly (readonly [reason: string, what: string, RequestListener])[] = [
  [
    'media_unreachable',
    'a redirect to a private address',
    (_request, response) => response.writeHead(302, { location: 'http://10.0.0.1/talk.mp3' }).end(),
  ],
  [
    'unsupported_media',
    'a page',
    (_request, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Sign in</title>'),
  ],
  [
    'media_too_large',
    'more than 2 GB',
    (_request, response) => {
      response.writeHead(200, { 'content-length': LARGEST_MEDIA_BYTES + 1 });
      response.write(Buffer.alloc(MIB));
    },
  ],
];

describe('an order of a URL', () => {
  it.each(FILES)('ends as %s where it leads to %s, and leaves nothing', async (reason, _what, listener) => {
    const { ended, leftBehind } = await anOrderOf(listener);

    expect(ended).toMatchObject({
      ...{ state: 'failed', failure_reason: reason },
      ingestions: [{ state: 'failed', failure_reason: reason }],
      operations: [{ state: 'failed', failure_reason: reason }],
      transcriptions: [{ state: 'failed' }],
    });
    expect(await leftBehind()).toEqual(NOTHING);
  });

  it('ends as media_too_large where it sends bytes for ever, of which it takes no more than the limit', async () => {
    let sent = 0;
    const { ended, leftBehind } = await anOrderOf(
      forEver((bytes) => {
        sent += bytes;
      }),
      SMALL_LIMIT,
    );

    expect(ended).toMatchObject({ state: 'failed', failure_reason: 'media_too_large' });
    expect(await leftBehind()).toEqual(NOTHING);
    // What the sockets of both sides hold is sent as well.
    expect(sent).toBeGreaterThanOrEqual(SMALL_LIMIT);
    expect(sent).toBeLessThan(SMALL_LIMIT + 64 * MIB);
  });
});
