import { setTimeout as pause } from 'node:timers/promises';
import { MINUTE_MS, SECOND_MS } from '#shared/foundation/core/time';
import { longIngestionsKey } from '#shared/foundation/dynamodb/keys';
import { readMedia } from '#shared/foundation/media/read-media';
import { aMediaOrderWorld } from '#test/contract/orders/a-media-order';
import { aRemoteFile } from '#test/support/a-remote-file';
import { aWorld } from '#test/support/api';
import { describe, expect, it } from '#test/support/jest';
import { aVideo } from '#test/unit/media/media-files';

const elsewhere = (name: string) => ({ url: `https://files.example.test/${name}.mp4` });

/** So long a server is silent where a test does not let it answer: one that fails comes to an end, on a slow machine too. */
const LONGEST_HELD_MS = 20_000;

/** Nothing waits for it at the end of the tests. */
const longSilence = () => pause(LONGEST_HELD_MS, undefined, { ref: false });

/** Three orders of files at URLs, and one of an upload. The servers of the URLs answer when they are let to. */
async function orders() {
  const server = Promise.withResolvers<void>();
  const asked: string[] = [];
  const { source } = aRemoteFile({ bytes: aVideo(), piece: 100_000 });
  const fileAt = (url: string) => ({
    async open(range: Parameters<typeof source.open>[0]) {
      asked.push(url);
      await Promise.race([server.promise, longSilence()]);
      return source.open(range);
    },
  });
  const context = await aMediaOrderWorld({ fileAt });
  const ids: string[] = [];
  for (const changes of [elsewhere('a'), elsewhere('b'), elsewhere('c'), {}])
    ids.push((await context.order(changes)).body.id);
  const { worker, readOrder } = context;
  const ingestions = worker.due().filter(({ event }) => event['detail-type'] === 'job.ingestion');
  const states = async () => {
    const found = await Promise.all(ids.map(readOrder));
    return found.map(({ ingestions: [ingestion] }) => ingestion.state);
  };
  return { ...context, ingestions, asked, states, server };
}

describe('files at URLs of one workspace', () => {
  it('are copied two at a time, beside uploads', async () => {
    const { worker, ingestions, asked, states, server } = await orders();

    const held = ingestions.slice(0, 2).map((one) => worker.deliver(one));
    while (asked.length < 2) await new Promise((resolve) => setImmediate(resolve));
    for (const one of ingestions.slice(2)) await worker.deliver(one);

    expect([asked.length, await states()]).toEqual([2, ['processing', 'processing', 'pending', 'done']]);
    server.resolve();
    await Promise.all(held);
  });

  it('come to their turn within a minute after another has ended', async () => {
    const { worker, world, ingestions, asked, states, server } = await orders();
    const held = ingestions.slice(0, 2).map((one) => worker.deliver(one));
    while (asked.length < 2) await new Promise((resolve) => setImmediate(resolve));
    await worker.deliver(ingestions[2]);
    server.resolve();
    await Promise.all(held);

    world.clock.advance(MINUTE_MS);
    await worker.untilQuiet();

    expect(await states()).toEqual(['done', 'done', 'done', 'done']);
  });

  it('are copied again where their workers died, once the invocations of these are over', async () => {
    const { worker, world, ingestions, asked, states } = await orders();
    for (const one of ingestions.slice(0, 2)) void worker.deliver(one);
    while (asked.length < 2) await new Promise((resolve) => setImmediate(resolve));

    await worker.deliver(ingestions[2]);
    world.clock.advance(15 * MINUTE_MS + SECOND_MS);
    const taken = worker.deliver(ingestions[2]);
    while (asked.length < 3) await new Promise((resolve) => setImmediate(resolve));

    expect([asked.length, (await states())[2]]).toEqual([3, 'processing']);
    void taken;
  });
});

const PIECE_BYTES = 4 * 2 ** 20;
/** A video with an empty box behind it, in three pieces. */
function aLargeVideo(): Uint8Array {
  const box = Buffer.alloc(3 * PIECE_BYTES - aVideo().length);
  box.writeUInt32BE(box.length);
  box.write('free', 4);
  return Buffer.concat([aVideo(), box]);
}

/** Long downloads that the deployment has at a time. */
const PLACES = 2;

/**
 * Files in workspaces of their own, at servers without byte ranges that send 4 MiB in 35 seconds. As many as there are
 * places stop before their end, until they are let go on.
 */
async function slowDownloads(count: number) {
  const goOn = Promise.withResolvers<void>();
  const world = aWorld();
  const opened: string[] = [];
  const stopped: string[] = [];
  const bytes = aLargeVideo();
  const fileAt = (url: string) => ({
    async open(range: Parameters<ReturnType<typeof aRemoteFile>['source']['open']>[0]) {
      opened.push(url);
      const { source } = aRemoteFile({ bytes, piece: PIECE_BYTES, takesRanges: false, saysSize: false });
      const file = await source.open(range);
      let pieces = 0;
      const slowly = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
        async transform(piece, controller) {
          world.clock.advance(35 * SECOND_MS);
          controller.enqueue(piece);
          pieces += 1;
          if (pieces < 2 || stopped.length === PLACES) return;
          stopped.push(url);
          await Promise.race([goOn.promise, longSilence()]);
        },
      });
      return { ...file, stream: file.stream.pipeThrough(slowly) };
    },
  });
  const given = { fileAt, mostLongIngestions: PLACES };
  const contexts: Awaited<ReturnType<typeof aMediaOrderWorld>>[] = [];
  for (let nth = 0; nth < count; nth += 1) contexts.push(await aMediaOrderWorld(given, world));
  const ids: string[] = [];
  for (const [nth, context] of contexts.entries()) ids.push((await context.order(elsewhere(`${nth}`))).body.id);
  const [first] = contexts;
  if (!first) throw new Error('There is no workspace.');
  const { worker } = first;
  const ingestions = worker.due().filter(({ event }) => event['detail-type'] === 'job.ingestion');
  const states = () =>
    Promise.all(
      contexts.map(async ({ readOrder }, nth) => (await readOrder(ids[nth] ?? '')).ingestions[0].state as string),
    );
  return { world, worker, ingestions, opened, stopped, states, goOn };
}

describe('downloads without byte ranges that take longer than a minute', () => {
  it('hold a part of the workers of the deployment, whatever workspaces they are of, and the others go on later', async () => {
    const { world, worker, ingestions, opened, states, goOn, stopped } = await slowDownloads(PLACES + 1);

    const held = ingestions.slice(0, PLACES).map((one) => worker.deliver(one));
    while (stopped.length < PLACES) await new Promise((resolve) => setImmediate(resolve));
    const last = ingestions[PLACES];
    await worker.deliver(last);
    const putOff = await states();
    await worker.deliver(last);

    expect([putOff, opened.length]).toEqual([['processing', 'processing', 'processing'], PLACES + 1]);
    goOn.resolve();
    await Promise.all(held);
    world.clock.advance(MINUTE_MS);
    await worker.untilQuiet();
    expect(await states()).toEqual(['done', 'done', 'done']);
  });
});

/** Uploads of one workspace, and one of another, each of which takes longer to read than a turn; they end when they are let. */
async function slowFiles(ofOne: number) {
  const goOn = Promise.withResolvers<void>();
  const world = aWorld();
  const tried: (number | undefined)[] = [];
  const given: Parameters<typeof aMediaOrderWorld>[0] = {
    mostLongIngestions: 5,
    async readMedia(file, withinMs) {
      tried.push(withinMs);
      if (withinMs !== undefined) return 'out_of_time';
      await Promise.race([goOn.promise, longSilence()]);
      return readMedia(file);
    },
  };
  const [hostile, other] = [await aMediaOrderWorld(given, world), await aMediaOrderWorld(given, world)];
  const ids: string[] = [];
  for (let nth = 0; nth < ofOne; nth += 1) ids.push((await hostile.order()).body.id);
  const last = (await other.order()).body.id;
  const { worker } = hostile;
  const ingestions = worker.due().filter(({ event }) => event['detail-type'] === 'job.ingestion');
  const held = () => tried.filter((withinMs) => withinMs === undefined).length;
  const states = async () => {
    const orders = await Promise.all([...ids.map(hostile.readOrder), other.readOrder(last)]);
    return new Set(orders.map(({ ingestions: [ingestion] }) => ingestion.state));
  };
  return { world, worker, ingestions, tried, held, states, goOn };
}

describe('uploads that are slow to read', () => {
  it('give their place back where they are refused', async () => {
    const context = await aMediaOrderWorld({
      readMedia: async (_file, withinMs) => (withinMs === undefined ? 'unsupported_media' : 'out_of_time'),
    });
    const { worker, order, readOrder } = context;
    const ids = [(await order()).body.id, (await order()).body.id];

    await worker.untilQuiet();

    const states = await Promise.all(ids.map(readOrder));
    expect(states.map(({ ingestions: [{ state, failure_reason }] }) => [state, failure_reason])).toEqual([
      ['failed', 'unsupported_media'],
      ['failed', 'unsupported_media'],
    ]);
    const row = await context.world.context.table.get(longIngestionsKey());
    expect(String(row?.['state'])).toBe('[]');
  });

  it('are tried for 20 seconds each, and then hold one worker for a workspace', async () => {
    const { world, worker, ingestions, tried, held, states, goOn } = await slowFiles(10);

    for (const one of ingestions) await worker.deliver(one);
    expect(tried).toEqual(Array.from({ length: 11 }, () => 20_000));
    const long = ingestions.map((one) => worker.deliver(one));
    while (held() < 2) await new Promise((resolve) => setImmediate(resolve));
    for (let nth = 0; nth < 50; nth += 1) await new Promise((resolve) => setImmediate(resolve));

    expect(held()).toBe(2);
    goOn.resolve();
    await Promise.all(long);
    world.clock.advance(MINUTE_MS);
    await worker.untilQuiet();
    expect(await states()).toEqual(new Set(['done']));
  });
});
