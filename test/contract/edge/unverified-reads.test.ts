import { READS_BEFORE_KEY } from '#shared/api/http/middleware/prefetch';
import type { WebhookEndpointId, WorkspaceId } from '#shared/foundation/core/ids';
import { MINUTE_MS } from '#shared/foundation/core/time';
import { deliveryIdFor } from '#shared/foundation/platform/type-ids';
import { newDelivery } from '#shared/webhooks/delivery/rules/delivery';
import { deliveryStore } from '#shared/webhooks/delivery/store';
import { aWorld, noon } from '#test/support/api';
import { describe, expect, it, jest } from '#test/support/jest';
import { readsDuring } from '#test/support/reads-during';
import { aDeployment } from './a-deployment.ts';

/** A deployment, and a key of the right form for its owner that was never given out. */
async function attacked() {
  const world = aWorld();
  const deployment = await aDeployment(world);
  return { ...deployment, world, key: world.context.apiKeys.make(deployment.owner.userId).key };
}

async function anEvent(
  { context }: ReturnType<typeof aWorld>,
  workspaceId: WorkspaceId,
  endpointId: WebhookEndpointId,
) {
  const { ids, table } = context;
  const outboxId = ids.make('out');
  const id = deliveryIdFor(outboxId, endpointId, noon);
  const identity = {
    id,
    workspaceId,
    endpointId,
    outboxId,
    type: 'meeting.created',
    url: 'https://hooks.example.com/x',
  };
  await deliveryStore(table).create(newDelivery({ ...identity, apiVersion: '2026-10-12', createdAt: noon }), noon);
  return id;
}

const many = <Item>(make: (nth: number) => Item) => Array.from({ length: 20 }, (_, nth) => make(nth));

/** Reads that nothing waits for are sent in later turns. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

describe('the requests of an address that sent a key that was never given out', () => {
  async function anAttackedList() {
    const { call, owner, world } = await attacked();
    const { context } = world;
    const path = `/meetings?workspace_id=${owner.workspaceId}`;
    /** With another key each time. */
    const readsOfFalseKey = async (from: string) => {
      const { key } = context.apiKeys.make(context.ids.make('usr'));
      const { keys, queries } = await readsDuring(world, async () => {
        expect((await call('GET', path, { key, from })).status).toBe(401);
        await settled();
      });
      return { keys, queries };
    };
    const list = (from: string) => call('GET', path, { key: owner.key, from });
    return { clock: world.clock, readsOfFalseKey, list };
  }

  it('have the key read alone for a minute, whatever key it is, and those of another address do not', async () => {
    const { clock, readsOfFalseKey } = await anAttackedList();
    const first = await readsOfFalseKey('198.51.100.7');
    expect(first.keys).toBeGreaterThan(1);

    clock.advance(MINUTE_MS - 1);
    expect(await readsOfFalseKey('198.51.100.7')).toEqual({ keys: 1, queries: 0 });
    expect(await readsOfFalseKey('203.0.113.9')).toEqual(first);
    clock.advance(MINUTE_MS);

    expect(await readsOfFalseKey('198.51.100.7')).toEqual(first);
  });

  it('are answered as ever with a key that is right', async () => {
    const { readsOfFalseKey, list } = await anAttackedList();
    const before = await list('198.51.100.7');
    await readsOfFalseKey('198.51.100.7');

    const after = await list('198.51.100.7');

    expect([after.status, after.body]).toEqual([200, before.body]);
  });
});

describe('a request with a key that was never given out', () => {
  it.each([
    [
      '/calendar_events',
      {
        member_data: { email: 'ada@acme.test' },
        ical_uid: 'one',
        starts_at: '2026-11-03T10:00:00Z',
        original_starts_at: '2026-11-03T10:00:00Z',
        meeting_url: 'https://meet.google.com/abc-good-def',
        attendees: many((nth) => ({ email: `${nth}@acme.test` })),
      },
    ],
    [
      '/bots',
      {
        meeting_url: 'https://meet.google.com/abc-good-def',
        participants: many((nth) => ({ name: 'Ada', email: `${nth}@acme.test` })),
      },
    ],
    ['/brand_kits', { name: 'Acme', workspace_ids: many((nth) => 100_000_000 + nth) }],
  ])('costs ten reads at most: POST %s', async (path, body) => {
    const { call, key, owner, world } = await attacked();
    // A process reads once in ten seconds whether the deployment is read-only.
    await call('POST', path, { key: owner.key, body: {} });

    const reads = await readsDuring(world, async () => {
      expect((await call('POST', path, { key, body: { workspace_id: owner.workspaceId, ...body } })).status).toBe(401);
      await settled();
    });

    expect(reads.keys + reads.queries).toBeGreaterThan(1);
    expect(reads.keys + reads.queries).toBeLessThanOrEqual(READS_BEFORE_KEY.reads);
    expect(reads.entries).toBeLessThanOrEqual(READS_BEFORE_KEY.entries);
  });

  it.each([
    ['POST', '/webhook_endpoints/:endpoint/redeliver', { since: '2026-11-02T10:00:00Z', delivery_status: 'failed' }],
    ['GET', '/usage?workspace_id=:workspace', undefined],
    ['GET', '/people?workspace_id=:workspace&q=ada', undefined],
    ['DELETE', '/people/:person', undefined],
  ])('has no long query made: %s %s', async (method, path, body) => {
    const { call, key, owner, world } = await attacked();
    const { workspaceId } = owner;
    const hook = { workspace_id: workspaceId, url: 'https://hooks.example.com/x', enabled_events: ['*'] };
    const endpoint = (await call('POST', '/webhook_endpoints', { key: owner.key, body: hook })).body.id;
    const at = path
      .replace(':workspace', workspaceId)
      .replace(':endpoint', endpoint)
      .replace(':person', world.context.ids.make('per'));
    const entriesOf = async (as: string) => {
      const { entries } = await readsDuring(world, async () => {
        await call(method, at, { key: as, ...(body && { body }) });
        await settled();
      });
      return entries;
    };

    expect(await entriesOf(key)).toBeLessThanOrEqual(READS_BEFORE_KEY.entries);
    expect(await entriesOf(owner.key)).toBeGreaterThan(READS_BEFORE_KEY.entries);
  });

  it.each(['/webhook_endpoints/:endpoint/stats', '/webhook_events/:event'])(
    'costs no query of whole partitions: GET %s',
    async (path) => {
      const { call, key, owner, world } = await attacked();
      const { workspaceId } = owner;
      const hook = { workspace_id: workspaceId, url: 'https://hooks.example.com/x', enabled_events: ['*'] };
      const endpoint = (await call('POST', '/webhook_endpoints', { key: owner.key, body: hook })).body.id;
      const event = await anEvent(world, workspaceId, endpoint);
      const at = path.replace(':endpoint', endpoint).replace(':event', event);
      const queriesOf = async (as: string, status: number) => {
        const { queries } = await readsDuring(world, async () => {
          expect((await call('GET', at, { key: as })).status).toBe(status);
          await settled();
        });
        return queries;
      };

      expect(await queriesOf(key, 401)).toBe(0);
      expect(await queriesOf(owner.key, 200)).toBeGreaterThan(0);
    },
  );

  it('seals no webhook secret', async () => {
    const { call, key, owner, world } = await attacked();
    const body = { workspace_id: owner.workspaceId, url: 'https://hooks.example.com/x', enabled_events: ['*'] };
    const { id } = (await call('POST', '/webhook_endpoints', { key: owner.key, body })).body;
    const sealing = jest.spyOn(world.context.sealer, 'seal');
    const rotate = (as: string) => call('POST', `/webhook_endpoints/${id}/rotate_secret`, { key: as });

    const refused = await rotate(key);
    await settled();
    expect([refused.status, sealing.mock.calls.length]).toEqual([401, 0]);

    const rotated = await rotate(owner.key);
    expect([rotated.status, sealing.mock.calls.length]).toEqual([200, 1]);
  });
});
