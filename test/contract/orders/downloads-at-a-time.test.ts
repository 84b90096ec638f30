import { HOUR_MS } from '#shared/foundation/core/time';
import { transcribeContract } from '#shared/texts/orders/media-contract';
import { aMediaOrderWorld } from '#test/contract/orders/a-media-order';
import { aRemoteFile } from '#test/support/a-remote-file';
import { expectError, expectSuccess } from '#test/support/expect-response';
import { describe, expect, it } from '#test/support/jest';
import { aVideo } from '#test/unit/media/media-files';

const ELSEWHERE = { url: 'https://files.example.test/a.mp4' };

/** A workspace whose orders wait for as many downloads as may wait; their limit an hour is free again. */
async function aFullWorkspace() {
  const context = await aMediaOrderWorld({ fileAt: () => aRemoteFile({ bytes: aVideo() }).source });
  const ids: string[] = [];
  for (let number = 0; number < 100; number += 1) ids.push((await context.order(ELSEWHERE)).body.id);
  context.world.clock.advance(HOUR_MS);
  return { ...context, ids };
}

describe('orders of files at URLs that are still to be downloaded', () => {
  it('409: are 100 at a time, drafts among them, beside orders of uploads', async () => {
    const { order } = await aFullWorkspace();

    expect(expectError(transcribeContract, await order(ELSEWHERE), 409)).toEqual(['conflict']);
    expect(expectError(transcribeContract, await order({ ...ELSEWHERE, confirm: false }), 409)).toEqual(['conflict']);
    expectSuccess(transcribeContract, await order(), 201);
  });

  it('201: leave room for one where one is canceled', async () => {
    const { order, act, ids } = await aFullWorkspace();
    await act(ids[0] ?? '', 'cancel');

    expectSuccess(transcribeContract, await order(ELSEWHERE), 201);
    expect(expectError(transcribeContract, await order(ELSEWHERE), 409)).toEqual(['conflict']);
  });

  it('201: leave room for one where one is stored', async () => {
    const { order, worker } = await aFullWorkspace();
    await worker.deliver(worker.due().find(({ event }) => event['detail-type'] === 'job.ingestion'));

    expectSuccess(transcribeContract, await order({ ...ELSEWHERE, confirm: false }), 201);
  });
});
