import { allowHumanWork } from '#shared/accounts/workspaces/commands/allow-human-work';
import { confirmOrderContract, fulfillOrderContract } from '#shared/texts/orders/contract';
import { expectError, expectSuccess } from '#test/support/expect-response';
import { describe, expect, it } from '#test/support/jest';
import { anOrderWorld } from './an-order.ts';

/** A locked order of one translation, in a workspace that has the work of people. */
async function aLockedOrder() {
  const world = await anOrderWorld();
  await allowHumanWork(world.world.context)(world.owner.workspaceId, { humanTranslation: true });
  const { id, outputs_ids: outputs } = (await world.order({ service: 'pro' })).body;
  await world.worker.untilQuiet();
  const [text = ''] = outputs as string[];
  const stateOf = async () => (await world.conversation(text)).body.state;
  return { ...world, id: id as string, text, stateOf };
}

describe('an order of the work of people', () => {
  it('is locked with its text once the automatic result is there', async () => {
    const { id, readOrder, listOrders, stateOf } = await aLockedOrder();

    const order = await readOrder(id);

    expect(order).toMatchObject({ state: 'locked', ended_at: null, transcriptions: [{ state: 'locked' }] });
    expect(await stateOf()).toBe('locked');
    expect((await listOrders('&service=pro&state=locked')).body.data).toEqual([order]);
  });

  it('409: is no draft', async () => {
    const { id, act } = await aLockedOrder();

    expect(expectError(confirmOrderContract, await act(id, 'confirm'), 409)).toEqual(['conflict']);
  });

  it('leaves its text behind when it is canceled', async () => {
    const { id, act, readOrder, stateOf } = await aLockedOrder();

    await act(id, 'cancel');

    expect((await readOrder(id)).state).toBe('canceled');
    expect(await stateOf()).toBe('automatic_done');
  });
});

describe('POST /orders/{id}/fulfill', () => {
  it('200: ends the work of people', async () => {
    const { id, act, stateOf } = await aLockedOrder();

    const fulfilled = await act(id, 'fulfill');

    expect(expectSuccess(fulfillOrderContract, fulfilled, 200)).toMatchObject({
      ...{ state: 'fulfilled', ended_at: expect.any(String), transcriptions: [{ state: 'automatic_done' }] },
    });
    expect(await stateOf()).toBe('automatic_done');
  });

  it('401: a member', async () => {
    const { id, act, world, owner } = await aLockedOrder();
    const member = await world.aColleague(owner.workspaceId, 'member');

    expect(expectError(fulfillOrderContract, await act(id, 'fulfill', member.key), 401)).toEqual(['unauthorized']);
  });

  it('404: an unknown order', async () => {
    const { act } = await anOrderWorld();

    const answer = await act('ord_00000000000000000000000000', 'fulfill');

    expect(expectError(fulfillOrderContract, answer, 404)).toEqual(['not_found']);
  });

  it('409: an order that is not locked', async () => {
    const { order, act } = await anOrderWorld();

    const answer = await act((await order()).body.id, 'fulfill');

    expect(expectError(fulfillOrderContract, answer, 409)).toEqual(['conflict']);
  });
});
