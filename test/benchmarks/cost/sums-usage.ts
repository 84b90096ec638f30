import { webhookEndpoints } from '#functions/api/webhook-endpoints/index';
import { deliveredDueAt } from '#shared/accounts/usage/delivered-due-store';
import { SUM_PERIOD_MS } from '#shared/accounts/usage/rules/delivered-webhooks';
import { DAY_MS, later } from '#shared/foundation/core/time';
import { sumDelivered } from '#shared/lifecycle/usage/commands/sum-delivered';
import { tableOver } from '#test/doubles/dynamodb/table-over';
import { aWorld, callsTo, noon } from '#test/support/api';
import { Meter } from './meter.ts';
import { sumOf, times, type Usage } from './usage.ts';

/** The due row on the bus and in the queue, and the work of its function: three round trips, with half a gigabyte. */
const ONE_DUE_ROW: Usage = {
  ...{ 'bus event': 1, 'queue request': 3, 'function request': 1, 'function GB-second': 0.03 },
  ...{ trace: 0.05, 'log GB': 300 / 1e9 },
};
const SUMS_A_MONTH = (30 * DAY_MS) / SUM_PERIOD_MS;

/** A month of sums of delivered webhooks, in a workspace whose endpoints get none. */
export async function sumsUsage(endpoints: number): Promise<Usage> {
  const world = aWorld();
  const { key, workspaceId } = await world.anOwner('Acme', ['acme.test']);
  const call = callsTo(webhookEndpoints({ ...world.context, lookUp: async () => ['93.184.216.34'] }));
  for (let nth = 0; nth < endpoints; nth += 1) {
    const body = { workspace_id: workspaceId, url: `https://partner.test/${nth}`, enabled_events: ['*'] };
    const { status } = await call('POST', '/webhook_endpoints', { key, body });
    if (status !== 201) throw new Error(`The endpoint answered ${status}.`);
  }
  const meter = new Meter();
  const table = tableOver(meter.watchTable(world.dynamo));
  world.clock.set(later(noon, SUM_PERIOD_MS));
  await sumDelivered({ table, clock: world.clock })(workspaceId);
  const used = meter.read();
  const next = await deliveredDueAt(world.context.table, workspaceId);
  if (next !== later(noon, 2 * SUM_PERIOD_MS)) throw new Error('The workspace was not summed up.');
  return times(sumOf(ONE_DUE_ROW, used), SUMS_A_MONTH);
}
