import { workspaces } from '#functions/api/workspaces/index';
import type { WebhookEndpointId } from '#shared/foundation/core/ids';
import { useFactory } from '#shared/foundation/core/uses';
import { getUsageContract } from '#shared/lifecycle/usage/contract';
import { formerEndpoints } from '#shared/webhooks/stats/former-endpoints-store';
import { countAttempts } from '#shared/webhooks/stats/stats-store';
import { callsTo, noon } from '#test/support/api';
import { expectError } from '#test/support/expect-response';
import { describe, expect, it } from '#test/support/jest';
import { readsDuring } from '#test/support/reads-during';
import { useUpForFounder } from '#test/support/use-up-for-founder';
import { aWorldWithAnOwner } from '../webhook-endpoints/an-endpoint.ts';
import { aUsageWorld } from './a-usage-world.ts';

/** More than are looked at, of which each is four queries. */
const MANY = 60;
const MOST_LOOKED_AT = 20;

/** A workspace whose owner makes endpoints and deletes them, again and again. */
async function aDeletingOwner() {
  const made = await aWorldWithAnOwner({ useOf: useFactory({ webhook_endpoints: 10_000 }) });
  const { owner, context, call, create } = made;
  const callWorkspaces = callsTo(workspaces(context));
  const usage = () => callWorkspaces('GET', `/usage?workspace_id=${owner.workspaceId}&by=kind`, { key: owner.key });
  return {
    ...made,
    usage,
    async delivered(): Promise<number> {
      const kinds: readonly { kind: string; quantity: number }[] = (await usage()).body.data;
      return kinds.find(({ kind }) => kind === 'webhooks_delivered')?.quantity ?? 0;
    },
    async deletesMany(body: object, before: (id: WebhookEndpointId) => Promise<void> = async () => undefined) {
      for (let nth = 0; nth < MANY; nth += 1) {
        const { id } = (await create(body)).body;
        await before(id);
        expect((await call('DELETE', `/webhook_endpoints/${id}`, { key: owner.key })).status).toBe(200);
      }
    },
    receives: (group: WebhookEndpointId) =>
      context.table.transact(
        countAttempts([{ group, hour: noon, responseClass: '2xx', delivered: true, failed: false, bucket: 1 }], 0),
      ),
  };
}

describe('GET /usage of a workspace that deleted many endpoints', () => {
  it('reads nothing of those that were never sent to, and keeps no row of them', async () => {
    const { deletesMany, usage, owner, context, ...world } = await aDeletingOwner();
    const before = await readsDuring({ ...world, context }, usage);
    await deletesMany({ status: 'disabled' });

    const after = await readsDuring({ ...world, context }, usage);

    expect(after).toEqual(before);
    expect(await formerEndpoints(context.table, owner.workspaceId)).toEqual([]);
  });

  it('reads the statistics of a few of those that were sent to, and counts them all', async () => {
    const { deletesMany, usage, receives, delivered, ...world } = await aDeletingOwner();
    const before = await readsDuring(world, usage);
    await deletesMany({}, receives);

    const after = await readsDuring(world, usage);

    expect(after.queries).toBeLessThanOrEqual(before.queries + 4 * MOST_LOOKED_AT);
    expect(await delivered()).toBe(MANY);
  });

  it('reads a bounded number of rows that were written when each deletion left one', async () => {
    const { usage, owner, context, ...world } = await aDeletingOwner();
    const before = await readsDuring({ ...world, context }, usage);
    for (let nth = 0; nth < 150; nth += 1) {
      const former = { pk: owner.workspaceId, sk: `USAGE#FORMER#${context.ids.make('whe')}`, type: 'former_endpoint' };
      await context.table.write({ put: { ...former, ttl: Math.ceil(noon / 1000) + 32 * 86_400 } });
    }

    const after = await readsDuring({ ...world, context }, usage);

    expect(after.queries).toBeLessThanOrEqual(before.queries + 4 * 100);
  });
});

describe('GET /usage', () => {
  it('429: more often than 60 times a minute in a workspace, without a read of statistics', async () => {
    const { usage, receives, call, create, owner, ...world } = await aDeletingOwner();
    await receives((await create()).body.id);
    for (let nth = 0; nth < 60; nth += 1) expect((await usage()).status).toBe(200);
    const answered = await readsDuring(world, usage);

    const refused = await usage();

    expect(expectError(getUsageContract, refused, 429)).toEqual(['rate_limited']);
    expect(answered.queries).toBeLessThan(8);
  });

  it('429: more often than 120 times a minute in all workspaces that one user founded', async () => {
    const { read, owner, world } = await aUsageWorld();
    await useUpForFounder(world.context, 'usage_reads', owner);

    const refused = await read();

    expect(expectError(getUsageContract, refused, 429)).toEqual(['rate_limited']);
    expect(refused.body.errors[0].message).toContain('120 reads of the usage a minute in all workspaces');
  });
});
