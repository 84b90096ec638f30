import { MINUTE_MS } from '#shared/foundation/core/time';
import { aMediaOrderWorld, NOTHING } from '#test/contract/orders/a-media-order';
import { aRemoteFile } from '#test/support/a-remote-file';
import { describe, expect, it } from '#test/support/jest';
import { aVideo } from '#test/unit/media/media-files';

const PUBLIC = { url: 'https://files.example.test/a.mp4' };
const WHOLE_MS = 15 * MINUTE_MS;

/** A file that is copied in parts of 64 KiB, in an invocation that is out of time after two of them. */
async function aLongCopy() {
  const invocation = { leftMs: WHOLE_MS };
  const { source } = aRemoteFile({ bytes: aVideo(), piece: 10_000 });
  const fileAt = () => ({
    open: async (...range: Parameters<typeof source.open>) => {
      const opened = await source.open(...range);
      if (range[0].firstByte > 0) invocation.leftMs = MINUTE_MS;
      return opened;
    },
  });
  const context = await aMediaOrderWorld({
    ...{ fileAt, timeLeft: () => invocation.leftMs },
    partSizes: { least: 1, smallest: 65_536, largest: 65_536 },
  });
  const { id } = (await context.order(PUBLIC)).body;
  const handedOn: string[] = [];
  const [ingestion] = context.worker.due().filter(({ event }) => event['detail-type'] === 'job.ingestion');
  await context.worker.deliver(ingestion, async () => void handedOn.push(id));
  return { ...context, id, handedOn, invocation };
}

describe('a copy of a file that takes more than one invocation', () => {
  it('is handed on at once', async () => {
    const { handedOn, id, readOrder, leftBehind } = await aLongCopy();

    expect([handedOn, (await readOrder(id)).ingestions[0].state]).toEqual([[id], 'processing']);
    expect((await leftBehind()).parts).toBe(1);
  });

  it('leaves no parts where its order is canceled meanwhile', async () => {
    const { id, act, worker, world, leftBehind, invocation } = await aLongCopy();
    await act(id, 'cancel');
    invocation.leftMs = WHOLE_MS;

    world.clock.advance(10 * MINUTE_MS);
    await worker.untilQuiet();

    expect(await leftBehind()).toEqual(NOTHING);
  });
});

describe('an upload over 2 GB', () => {
  const tooLarge = { media: { find: async () => ({ sizeBytes: 2 ** 31 + 1, etag: 'x' }) } };

  it('fails its order as media_too_large, and is deleted', async () => {
    const { order, worker, readOrder, world } = await aMediaOrderWorld(tooLarge);
    const { id } = (await order()).body;

    await worker.untilQuiet();

    expect((await readOrder(id)).failure_reason).toBe('media_too_large');
    expect([...world.files.files.keys()]).toEqual([]);
  });

  it('is deleted after a crash behind the end of its order', async () => {
    const { order, worker, readOrder, world } = await aMediaOrderWorld(tooLarge);
    const { id } = (await order()).body;
    const { remove } = world.files;
    world.files.remove = async (key) => {
      if (key.startsWith('uploads/')) throw new Error('killed');
      await remove(key);
    };
    const killed = await worker.untilQuiet().catch((error: Error) => error.message);
    const ended = (await readOrder(id)).failure_reason;
    world.files.remove = remove;

    world.clock.advance(10 * MINUTE_MS);
    await worker.untilQuiet();

    expect([killed, ended, (await readOrder(id)).failure_reason]).toEqual([
      ...['killed', 'media_too_large', 'media_too_large'],
    ]);
    expect([...world.files.files.keys()]).toEqual([]);
  });
});
