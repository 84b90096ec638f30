import { workspaces } from '#functions/api/workspaces/index';
import { aMediaOrderWorld } from '#test/contract/orders/a-media-order';
import { aRemoteFile } from '#test/support/a-remote-file';
import { callsTo } from '#test/support/api';
import { housekeepingWorker } from '#test/support/housekeeping-worker';
import { describe, expect, it } from '#test/support/jest';
import { aVideo } from '#test/unit/media/media-files';

type Owner = { readonly key: string; readonly workspaceId: string };

/** A workspace with an upload that an order has read, and a server of others whose files say that they are too large. */
async function aStoredUpload() {
  const { source } = aRemoteFile({ bytes: aVideo(), piece: 100_000 });
  const fileAt = () => ({
    open: async (range: Parameters<typeof source.open>[0]) => ({
      ...(await source.open(range)),
      totalBytes: 2 ** 31 + 1,
    }),
  });
  const context = await aMediaOrderWorld({ fileAt });
  const { world, owner, order, worker, url, call, readOrder } = context;
  await order();
  await worker.untilQuiet();
  const uploadId = new URL(url).pathname.split('/').at(-1);
  const stored = async ({ key, workspaceId }: Owner) => {
    await housekeepingWorker(world).untilQuiet();
    const { body } = await callsTo(workspaces(world.context))('GET', `/usage?workspace_id=${workspaceId}`, { key });
    return body.data.find(({ kind }: { readonly kind: string }) => kind === 'stored_gigabytes')?.quantity ?? 0;
  };
  /** Orders a file at a URL of others, which ends in the id of the upload and is too large. */
  const orderLikeIt = async ({ key, workspaceId }: Owner) => {
    const body = { workspace_id: workspaceId, url: `https://files.example.test/${uploadId}`, language: 'en' };
    const { id } = (await call('POST', '/transcribe', { key, body })).body;
    await worker.untilQuiet();
    return (await call('GET', `/orders/${id}`, { key })).body.failure_reason;
  };
  return { world, owner, order, worker, readOrder, stored, orderLikeIt };
}

describe('a file at a URL of others that ends in the id of an upload', () => {
  it('changes nothing of what the two workspaces store, where it is one of another workspace', async () => {
    const { world, owner, stored, orderLikeIt } = await aStoredUpload();
    const other = await world.anOwner();
    const before = [await stored(owner), await stored(other)];

    expect(await orderLikeIt(other)).toBe('media_too_large');

    expect([await stored(owner), await stored(other)]).toEqual(before);
  });

  it('leaves the upload where it is, where it is one of the same workspace', async () => {
    const { owner, order, worker, readOrder, orderLikeIt } = await aStoredUpload();

    expect(await orderLikeIt(owner)).toBe('media_too_large');

    const { id } = (await order()).body;
    await worker.untilQuiet();
    expect((await readOrder(id)).ingestions[0].state).toBe('done');
  });
});
