import type { OrderId } from '#shared/foundation/core/ids';
import { orders } from '#shared/texts/orders/store';
import { everyGroup } from '#test/contract/edge/a-deployment';
import { anOrderWorld } from '#test/contract/orders/an-order';
import { callsTo } from '#test/support/api';
import { housekeepingWorker } from '#test/support/housekeeping-worker';
import { expect, it } from '#test/support/jest';

it('the orders of an archived workspace are canceled, but for those that have ended', async () => {
  const { order, worker, world, owner } = await anOrderWorld();
  const done = (await order()).body.id;
  await worker.untilQuiet();
  const draft = (await order({ confirm: false })).body.id;
  const submitted = (await order()).body.id;
  await callsTo(everyGroup(world.context))('DELETE', `/workspaces/${owner.workspaceId}`, { key: owner.key });

  await housekeepingWorker(world).untilQuiet();

  const stateOf = async (id: OrderId) => (await orders.find(world.context.table, id))?.state.state;
  expect([await stateOf(done), await stateOf(draft), await stateOf(submitted)]).toEqual([
    ...['fulfilled', 'canceled', 'canceled'],
  ]);
});
