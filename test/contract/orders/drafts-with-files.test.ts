import { DAY_MS } from '#shared/foundation/core/time';
import { transcribeContract } from '#shared/texts/orders/media-contract';
import { aMediaOrderWorld } from '#test/contract/orders/a-media-order';
import { expectError, expectSuccess } from '#test/support/expect-response';
import { describe, expect, it } from '#test/support/jest';

const DRAFT = { confirm: false };

/** A workspace with as many drafts as it may have. */
async function aFullWorkspace() {
  const context = await aMediaOrderWorld();
  const ids: string[] = [];
  for (let number = 0; number < 20; number += 1) ids.push((await context.order(DRAFT)).body.id);
  return { ...context, ids };
}

describe('drafts with a file', () => {
  it('409: are 20 at a time, beside orders that are confirmed', async () => {
    const { order } = await aFullWorkspace();

    expect(expectError(transcribeContract, await order(DRAFT), 409)).toEqual(['conflict']);
    expectSuccess(transcribeContract, await order(), 201);
  });

  it.each(['confirm', 'cancel'] as const)('201: leave room for one where one is ended by %s', async (action) => {
    const { order, act, ids } = await aFullWorkspace();
    await act(ids[0] ?? '', action);

    expectSuccess(transcribeContract, await order(DRAFT), 201);
    expect(expectError(transcribeContract, await order(DRAFT), 409)).toEqual(['conflict']);
  });

  it('201: leave room where they have expired', async () => {
    const { order, world, worker } = await aFullWorkspace();

    world.clock.advance(8 * DAY_MS);
    await worker.untilQuiet();

    expectSuccess(transcribeContract, await order({ ...DRAFT, url: 'https://files.example.test/a.mp4' }), 201);
  });
});
