import { bulkRedelivery } from '#functions/workers/bulk-redelivery/index';
import type { OutboxId } from '#shared/foundation/core/ids';
import type { Table } from '#shared/foundation/core/table';
import { later, MINUTE_MS } from '#shared/foundation/core/time';
import type { BulkRedelivery } from '#shared/webhooks/delivery/rules/bulk-redelivery';
import { deliveryStore } from '#shared/webhooks/delivery/store';
import { DEFAULT_OPTIONS, HEALTHY } from '#shared/webhooks/endpoints/rules/webhook-endpoint';
import { webhookEndpoints } from '#shared/webhooks/endpoints/store';
import { aWorldWithEvents } from '#test/contract/webhook-events/events';
import { noon } from '#test/support/api';
import { describe, expect, it } from '#test/support/jest';

/** Skipped events of one endpoint, and the job of a bulk redelivery for them. */
async function aJobFor(count: number) {
  const world = await aWorldWithEvents();
  const { owner, context, anEvent, dynamo, clock } = world;
  const { workspaceId } = owner;
  const endpointId = context.ids.make('whe');
  const stamps = {
    createdAt: noon,
    updatedAt: noon,
    metadata: {},
    pin: '2026-10-12',
    sealedSecrets: [],
    ...DEFAULT_OPTIONS,
    ...HEALTHY,
  };
  const endpoint = { id: endpointId, workspaceId, url: 'https://p.test', enabledEvents: ['*'], ...stamps };
  await context.changes.save({
    at: noon,
    writes: [webhookEndpoints.put(undefined, { ...endpoint, status: 'enabled' })],
  });
  const times = Array.from({ length: count }, (_, nth) => later(noon, nth));
  const events = await Promise.all(
    times.map((createdAt) => anEvent({ workspaceId, endpointId, createdAt, isSkipped: true })),
  );
  const upTo = events.at(-1)?.id;
  if (!upTo) throw new Error('There is no event.');
  const content: BulkRedelivery = {
    ...{ bulkId: context.ids.make('out'), workspaceId, endpointId },
    ...{ status: 'skipped', since: noon, upTo },
  };
  await context.changes.save({ at: noon, jobs: [{ type: 'job.bulk_redelivery', content }] });

  const rests: number[] = [];
  const sleep = async (milliseconds: number) => void rests.push(milliseconds);
  const rows = (type: string) => dynamo.items().filter(({ sk }) => sk?.S?.startsWith(`EVENT#${type}`));
  const [job] = rows('job.bulk_redelivery');
  const run = async (table: Table = context.table, timeLeft = 5 * MINUTE_MS) =>
    bulkRedelivery({ ...context, table }, { sleep, log: () => undefined })(
      { 'detail-type': 'job.bulk_redelivery', detail: { id: job?.['pk']?.S as OutboxId } },
      { getRemainingTimeInMillis: () => timeLeft },
    );
  return {
    ...world,
    ...{ endpointId, events, rests, run, clock },
    /** The requested events, in order, with repetitions. */
    asked: () =>
      rows('job.redelivery')
        .map(({ sk }) => sk?.S?.split('#').at(-1))
        .sort(),
    isDue: () => rows('job.bulk_redelivery').some(({ due_pk }) => due_pk !== undefined),
  };
}

/** A table that fails at its nth write. */
function breakingAt(table: Table, nth: number): Table {
  let writes = 0;
  const counted = <Result>(write: () => Promise<Result>): Promise<Result> => {
    writes += 1;
    if (writes === nth) throw new Error('cut off');
    return write();
  };
  return { ...table, write: async (write) => counted(() => table.write(write)) };
}

describe('a bulk redelivery', () => {
  it('requests every event once, a hundred at a time, 25 a second', async () => {
    const { run, asked, events, rests, isDue } = await aJobFor(250);

    await run();

    expect(asked()).toEqual(events.map(({ id }) => id).sort());
    expect(rests).toEqual([4_000, 4_000, 2_000]);
    expect(isDue()).toBe(false);
  });

  it('run twice, requests nothing twice', async () => {
    const { run, asked } = await aJobFor(10);

    await run();
    await run();

    expect(asked()).toHaveLength(10);
  });

  it.each([2, 60, 130, 205])('cut off at its write number %s, continues and requests each event once', async (nth) => {
    const { run, asked, events, context, clock, isDue } = await aJobFor(250);

    await expect(run(breakingAt(context.table, nth))).rejects.toThrow('cut off');
    clock.advance(3 * MINUTE_MS);
    await run();

    expect(asked()).toEqual(events.map(({ id }) => id).sort());
    expect(isDue()).toBe(false);
  });

  it('stops before its time runs out, and continues where it stopped', async () => {
    const { run, asked, context, isDue } = await aJobFor(250);

    await run(context.table, 10_000);
    expect([asked().length, isDue()]).toEqual([100, true]);
    await run(context.table, 10_000);
    await run(context.table, 10_000);

    expect([asked().length, isDue()]).toEqual([250, false]);
  });

  it('does not request events that were delivered since, or are newer', async () => {
    const { run, asked, events, context, anEvent, owner, endpointId } = await aJobFor(3);
    const store = deliveryStore(context.table);
    const [first] = events;
    const before = first && (await store.find(first.id));
    if (!before) throw new Error('There is no event.');
    await store.save(before, { ...before.state, status: 'delivered', deliveredAt: noon } as never, noon);
    await anEvent({ workspaceId: owner.workspaceId, endpointId, createdAt: later(noon, MINUTE_MS), isSkipped: true });

    await run();

    expect(asked()).toEqual(
      events
        .slice(1)
        .map(({ id }) => id)
        .sort(),
    );
  });

  it('ends if its endpoint was disabled meanwhile', async () => {
    const { run, asked, context, endpointId, isDue } = await aJobFor(3);
    const before = await webhookEndpoints.find(context.table, endpointId);
    if (!before) throw new Error('There is no endpoint.');
    const after = { ...before.state, status: 'disabled' as const };
    await context.changes.save({ at: noon, writes: [webhookEndpoints.put(before, after)] });

    await run();

    expect([asked(), isDue()]).toEqual([[], false]);
  });
});
