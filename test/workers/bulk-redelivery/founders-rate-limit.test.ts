import { bulkRedelivery } from '#functions/workers/bulk-redelivery/index';
import type { OutboxId, UserId } from '#shared/foundation/core/ids';
import { Throttled } from '#shared/foundation/core/store';
import type { Table } from '#shared/foundation/core/table';
import { DAY_MS, type Instant, later, MINUTE_MS, SECOND_MS } from '#shared/foundation/core/time';
import { useFactory } from '#shared/foundation/core/uses';
import { bulkRedeliveryKey } from '#shared/foundation/dynamodb/keys';
import { bulkRedeliveryLease } from '#shared/webhooks/delivery/bulk-redelivery-store';
import type { BulkRedelivery } from '#shared/webhooks/delivery/rules/bulk-redelivery';
import { DEFAULT_OPTIONS, HEALTHY } from '#shared/webhooks/endpoints/rules/webhook-endpoint';
import { webhookEndpoints } from '#shared/webhooks/endpoints/store';
import { aWorldWithEvents } from '#test/contract/webhook-events/events';
import { noon } from '#test/support/api';
import { describe, expect, it } from '#test/support/jest';

/** All workspaces of one founder may have so many events sent again in a minute. */
const MOST = 300;
const STEP_MS = 10 * SECOND_MS;

/** Founders, and bulk redeliveries in their workspaces. */
async function aWorldOfFounders(most = MOST) {
  const world = await aWorldWithEvents();
  const { context, anEvent, dynamo, clock } = world;
  const useOf = useFactory({ user_bulk_redeliveries: most });
  const rows = (type: string) => dynamo.items().filter(({ sk }) => sk?.S?.startsWith(`EVENT#${type}`));
  let looks = 0;

  return {
    ...world,
    looks: () => looks,
    isDone: () => rows('job.bulk_redelivery').every(({ due_pk }) => due_pk === undefined),

    /** So many failed events in a further workspace, and the job that sends them again. */
    async asksFor(founder: UserId, count: number, countsAs = 1) {
      const { id: workspaceId } = await world.aWorkspaceOf(founder, 'Further');
      const endpointId = context.ids.make('whe');
      const stamps = { createdAt: noon, updatedAt: noon, metadata: {}, pin: '2026-10-12', sealedSecrets: [] };
      const endpoint = { id: endpointId, workspaceId, url: 'https://p.test', enabledEvents: ['*'] };
      const state = { ...endpoint, ...stamps, ...DEFAULT_OPTIONS, ...HEALTHY, status: 'enabled' as const };
      await context.changes.save({ at: noon, writes: [webhookEndpoints.put(undefined, state)] });
      const times = Array.from({ length: count }, (_, nth) => later(noon, nth));
      const events = await Promise.all(
        times.map((createdAt) => anEvent({ workspaceId, endpointId, createdAt, isSkipped: true, countsAs })),
      );
      const ids = events.map(({ id }) => id);
      const upTo = ids.at(-1);
      if (!upTo) throw new Error('There is no event.');
      const content: BulkRedelivery = {
        ...{ bulkId: context.ids.make('out'), workspaceId, endpointId },
        ...{ status: 'skipped', since: noon, upTo },
      };
      const lease = bulkRedeliveryLease(context.table, workspaceId).acquire(content.bulkId, clock.now());
      const jobs = [{ type: 'job.bulk_redelivery', content }] as const;
      await context.changes.save({ at: clock.now(), writes: [[lease]], jobs });
      return { ids, workspaceId, endpointId };
    },

    /** Workers begin with each job that is new or due. */
    async work(table: Table = context.table): Promise<void> {
      const run = bulkRedelivery({ ...context, table, useOf }, { sleep: async () => undefined, log: () => undefined });
      for (const { pk, due_pk, due_at, busy_until } of rows('job.bulk_redelivery')) {
        const waitsUntil = busy_until === undefined ? 0 : Number(due_at?.N);
        if (due_pk === undefined || waitsUntil > clock.now()) continue;
        looks += 1;
        await run(
          { 'detail-type': 'job.bulk_redelivery', detail: { id: pk?.S as OutboxId } },
          { getRemainingTimeInMillis: () => 5 * MINUTE_MS },
        );
      }
    },

    /** Events that are sent again, with repetitions. */
    asked: (of: readonly string[]): readonly string[] =>
      rows('job.redelivery').flatMap(({ sk }) => {
        const id = sk?.S?.split('#').at(-1) ?? '';
        return of.includes(id) ? [id] : [];
      }),
  };
}

/** A table that fails at its nth write. */
function breakingAt(table: Table, nth: number): Table {
  let writes = 0;
  return {
    ...table,
    async write(write) {
      writes += 1;
      if (writes === nth) throw new Error('cut off');
      return table.write(write);
    },
  };
}

describe('bulk redeliveries in five workspaces of one founder', () => {
  it('send no more a minute than all of them may, in turn, and leave nothing out', async () => {
    const founders = await aWorldOfFounders();
    const { owner, clock } = founders;
    const all: (readonly string[])[] = [];
    for (let nth = 0; nth < 5; nth += 1) all.push((await founders.asksFor(owner.userId, 250)).ids);

    await founders.work();
    expect(founders.asked(all.flat()).length).toBeLessThanOrEqual(MOST);
    for (let waited = STEP_MS; waited <= 5 * MINUTE_MS; waited += STEP_MS) {
      clock.advance(STEP_MS);
      await founders.work();
      expect(founders.asked(all.flat()).length).toBeLessThanOrEqual(MOST + (MOST * waited) / MINUTE_MS);
    }

    expect([...founders.asked(all.flat())].sort()).toEqual(all.flat().sort());
    expect(founders.isDone()).toBe(true);
  });

  it('wait by the size of their payloads', async () => {
    const founders = await aWorldOfFounders(100);
    const { owner, clock } = founders;
    const { ids } = await founders.asksFor(owner.userId, 100, 3);

    await founders.work();
    clock.advance(2 * MINUTE_MS - SECOND_MS);
    await founders.work();
    expect(founders.asked(ids)).toEqual([]);
    clock.advance(SECOND_MS);
    await founders.work();

    expect(founders.asked(ids)).toHaveLength(100);
  });

  it('wait for one slot, though the lease of their workspace is throttled meanwhile', async () => {
    const founders = await aWorldOfFounders(100);
    const { owner, clock, context } = founders;
    const { ids, workspaceId } = await founders.asksFor(owner.userId, 100, 3);
    let throttled = 0;
    const busy: Table = {
      ...context.table,
      async write(write) {
        const isOfLease = 'update' in write && write.update.pk === bulkRedeliveryKey(workspaceId).pk && throttled === 0;
        if (isOfLease) throttled += 1;
        if (isOfLease) throw new Throttled('Busy.');
        return context.table.write(write);
      },
    };

    await founders.work(busy);
    clock.advance(2 * MINUTE_MS);
    await founders.work();

    expect([throttled, founders.asked(ids).length]).toEqual([1, 100]);
  });

  it('are kept for a week from their slot on, however late it is', async () => {
    const founders = await aWorldOfFounders(1);
    const { owner, clock, dynamo } = founders;
    await founders.asksFor(owner.userId, 100, 200);

    await founders.work();

    const [job] = dynamo.items().filter(({ sk }) => sk?.S === 'EVENT#job.bulk_redelivery');
    const slot = Number(job?.['due_at']?.N);
    expect(slot).toBeGreaterThan(later(clock.now(), 13 * DAY_MS));
    expect(Number(job?.['ttl']?.N) * SECOND_MS).toBeGreaterThanOrEqual(later(slot as Instant, 7 * DAY_MS));
  });

  it('keep the lease of their workspace longer than their job, however late its slot is', async () => {
    const founders = await aWorldOfFounders(1);
    const { owner, clock, dynamo } = founders;
    await founders.asksFor(owner.userId, 150, 200);
    const ttlOf = (key: string) => Number(dynamo.items().find(({ sk }) => sk?.S === key)?.['ttl']?.N);
    const ends: (readonly [lease: number, job: number])[] = [];

    for (let pages = 0; pages < 2; pages += 1) {
      await founders.work();
      ends.push([ttlOf('BULK_REDELIVERY'), ttlOf('EVENT#job.bulk_redelivery')]);
      clock.advance(14 * DAY_MS);
    }

    expect(ends.map(([lease, job]) => lease > job)).toEqual([true, true]);
    expect(ends.map(([lease, job]) => lease - job <= DAY_MS / SECOND_MS)).toEqual([true, true]);
  });

  it('are looked at once for each page, however long they wait', async () => {
    const founders = await aWorldOfFounders(100);
    const { owner, clock } = founders;
    for (let nth = 0; nth < 5; nth += 1) await founders.asksFor(owner.userId, 100);

    for (let waited = 0; waited <= 6 * MINUTE_MS; waited += STEP_MS) {
      await founders.work();
      clock.advance(STEP_MS);
    }

    expect(founders.isDone()).toBe(true);
    expect(founders.looks()).toBe(5 + 4);
  });

  it('do not delay that of another founder', async () => {
    const founders = await aWorldOfFounders(100);
    const other = await founders.anOwner('Other');
    for (let nth = 0; nth < 5; nth += 1) await founders.asksFor(founders.owner.userId, 100);
    const { ids } = await founders.asksFor(other.userId, 100);

    await founders.work();

    expect(founders.asked(ids)).toHaveLength(100);
  });
});

describe('a bulk redelivery that waits', () => {
  it.each([4, 60, 103, 106, 150])('and is cut off at its write number %s sends each event once', async (nth) => {
    const founders = await aWorldOfFounders(100);
    const { owner, context, clock } = founders;
    const { ids } = await founders.asksFor(owner.userId, 150);
    const table = breakingAt(context.table, nth);
    let cut = 0;

    for (let waited = 0; waited <= 6 * MINUTE_MS; waited += STEP_MS) {
      await founders.work(table).catch(() => {
        cut += 1;
      });
      clock.advance(STEP_MS);
    }

    expect(cut).toBe(1);
    expect([...founders.asked(ids)].sort()).toEqual([...ids].sort());
    expect(founders.isDone()).toBe(true);
  });

  it('sends what failed meanwhile in a turn of its own', async () => {
    const founders = await aWorldOfFounders(10);
    const { owner, clock, anEvent } = founders;
    await founders.asksFor(owner.userId, 10);
    const { ids, ...place } = await founders.asksFor(owner.userId, 2);
    await founders.work();
    const more = await Promise.all(
      Array.from({ length: 8 }, () => anEvent({ ...place, createdAt: noon, isSkipped: true })),
    );
    const both = [...ids, ...more.map(({ id }) => id)];

    clock.advance(12 * SECOND_MS);
    await founders.work();
    expect(founders.asked(both)).toHaveLength(2);
    clock.advance(MINUTE_MS);
    await founders.work();
    expect([...founders.asked(both)].sort()).toEqual(both.sort());
  });
});
