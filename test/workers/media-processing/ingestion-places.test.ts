import { setTimeout as pause } from 'node:timers/promises';
import { MINUTE_MS, SECOND_MS } from '#shared/core/time';
import { aMediaOrderWorld } from '#test/contract/orders/a-media-order';
import { aRemoteFile } from '#test/support/a-remote-file';
import { describe, expect, it } from '#test/support/jest';
import { aVideo } from '#test/unit/media/media-files';

const elsewhere = (name: string) => ({ url: `https://files.example.test/${name}.mp4` });

/** So long a server is silent where a test does not let it answer: one that fails comes to an end. */
const LONGEST_HELD_MS = 2000;

/** Three orders of files at URLs, and one of an upload. The servers of the URLs answer when they are let to. */
async function orders() {
  const server = Promise.withResolvers<void>();
  const asked: string[] = [];
  const { source } = aRemoteFile({ bytes: aVideo(), piece: 100_000 });
  const fileAt = (url: string) => ({
    async open(range: Parameters<typeof source.open>[0]) {
      asked.push(url);
      await Promise.race([server.promise, pause(LONGEST_HELD_MS)]);
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
