import fc from 'fast-check';
import { deliveredDueAt, scheduleDeliveredSums } from '#shared/accounts/usage/delivered-due-store';
import { workspaces } from '#shared/accounts/workspaces/store';
import type { WebhookEndpointId } from '#shared/foundation/core/ids';
import type { Write } from '#shared/foundation/core/table';
import { DAY_MS, HOUR_MS, type Instant, later, ttlAt, utcDateOf } from '#shared/foundation/core/time';
import { deliveredKey, formerEndpointKey } from '#shared/foundation/dynamodb/keys';
import { sumDelivered } from '#shared/lifecycle/usage/commands/sum-delivered';
import { loadUsage } from '#shared/lifecycle/usage/load-usage';
import { acknowledged } from '#shared/webhooks/delivery/rules/attempt';
import { deleteEndpoint } from '#shared/webhooks/endpoints/commands/save-endpoint';
import { deliveredMonths } from '#shared/webhooks/stats/delivered-store';
import { countAttempts } from '#shared/webhooks/stats/stats-store';
import { seededRandom } from '#test/benchmarks/random';
import { anEventPath, type EventPath } from '#test/support/event-path';
import { atRandom } from '#test/support/event-path/fault-plans';
import { aReceiver } from '#test/support/event-path/receiver';
import { describe, expect, it } from '#test/support/jest';
import { sized } from '#test/support/test-size';
import { untilKilled } from '#test/support/until-killed';

/** Delivered webhooks by day, as `GET /usage` shows them. */
async function shown(path: EventPath, from: Instant): Promise<Readonly<Record<string, number>>> {
  const now = path.clock.now();
  const workspace = await workspaces.find(path.table, path.workspaceId);
  if (!workspace) throw new Error('The workspace does not exist.');
  const span = { from: utcDateOf(from), to: utcDateOf(now) };
  const counts = await loadUsage(path.commands, workspace.state, {
    ...{ workspaceId: path.workspaceId, span, now },
    by: 'day',
  });
  return Object.fromEntries(
    counts.flatMap(({ day, kind, amount }) => (kind === 'webhooks_delivered' ? [[day, amount]] : [])),
  );
}

/** The same, slowly, from every attempt of every delivery. */
async function countedSlowly(path: EventPath): Promise<Readonly<Record<string, number>>> {
  const days: Record<string, number> = {};
  for (const delivery of await path.all()) {
    const first = (await path.deliveries.attempts(delivery)).find(acknowledged);
    if (!first) continue;
    const day = utcDateOf(first.attemptedAt);
    days[day] = (days[day] ?? 0) + 1;
  }
  return days;
}

/** A due workspace is summed up by these workers at once, of which each is killed at a write. */
async function sumUp(path: EventPath, killedAfter: readonly number[]): Promise<void> {
  const dueAt = await deliveredDueAt(path.table, path.workspaceId);
  if (dueAt !== undefined) path.clock.set(Math.max(dueAt, path.clock.now()) as Instant);
  const dying = killedAfter.map((after, nth) => untilKilled(path.table, { after, keepsLast: nth % 2 === 0 }));
  await Promise.allSettled([...dying, path.table].map((table) => sumDelivered({ ...path, table })(path.workspaceId)));
}

/**
 * Events, the hours after them, twice, and the workers that are killed in the sum that follows. A sum that is due is made
 * in any case: at most 26 days after what it sums, where the statistics are kept for 30.
 */
const spell = fc.record({
  events: fc.integer({ min: 0, max: 4 }),
  hours: fc.integer({ min: 1, max: 144 }),
  sums: fc.option(fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 2 })),
  redelivers: fc.boolean(),
});
type Spell = typeof spell extends fc.Arbitrary<infer One> ? One : never;

const life = fc.record({
  seed: fc.nat(),
  spells: fc.array(spell, { minLength: 1, maxLength: 5 }),
  /** The spell after which an endpoint is deleted, while the sum is made that is due then. */
  deletedAfter: fc.option(fc.integer({ min: 0, max: 4 })),
});

async function pass(path: EventPath, { events, hours, sums, redelivers }: Spell): Promise<void> {
  for (let nth = 0; nth < events; nth += 1) await path.happens();
  await path.untilQuiet({ until: later(path.clock.now(), HOUR_MS) });
  const [delivery] = await path.all();
  if (redelivers && delivery) await path.asksFor(delivery.id);
  await path.untilQuiet({ until: later(path.clock.now(), hours * HOUR_MS) });
  path.clock.advance(hours * HOUR_MS);
  const dueAt = await deliveredDueAt(path.table, path.workspaceId);
  const isDue = dueAt !== undefined && dueAt <= path.clock.now();
  if (sums || isDue) await sumUp(path, sums ?? []);
}

describe('the delivered webhooks of a workspace', () => {
  it('equal a slow count of their attempts, whatever was repeated, killed and summed up twice', async () => {
    await fc.assert(
      fc.asyncProperty(life, async ({ seed, spells, deletedAfter }) => {
        const random = seededRandom(seed);
        const path = anEventPath({
          seed,
          faults: atRandom(0.02, random),
          duplicates: () => (random() < 0.1 ? 1 : undefined),
        });
        const started = path.clock.now();
        const { id } = await path.anEndpoint({ receiver: aReceiver({ answers: [500, 204] }) });
        const other = await path.anEndpoint();
        await path.table.write(scheduleDeliveredSums(path.workspaceId, started));

        for (const [nth, spell] of spells.entries()) {
          await pass(path, spell);
          if (nth === deletedAfter) await Promise.all([sumUp(path, [2]), deleteEndpoint(path.commands)(other.id)]);
        }
        await path.untilQuiet();

        expect(await shown(path, started)).toEqual(await countedSlowly(path));
        expect((await path.endpoint(id)).id).toBe(id);
      }),
      { numRuns: sized({ everyday: 15, release: 200 }) },
    );
  });

  it('are shown after their statistics have expired', async () => {
    const path = anEventPath();
    const started = path.clock.now();
    await path.anEndpoint();
    await path.table.write(scheduleDeliveredSums(path.workspaceId, started));
    await path.happens();
    await path.untilQuiet({ sweeping: false });
    await sumUp(path, []);
    const before = await shown(path, started);

    path.clock.set(later(started, 40 * DAY_MS));

    expect(before).toEqual({ [utcDateOf(started)]: 1 });
    expect(await shown(path, started)).toEqual(before);
  });

  it('are summed up no more in a workspace that is archived', async () => {
    const path = anEventPath();
    await path.anEndpoint();
    await path.table.write(scheduleDeliveredSums(path.workspaceId, path.clock.now()));
    const workspace = await workspaces.find(path.table, path.workspaceId);
    if (!workspace) throw new Error('The workspace does not exist.');
    const at = path.clock.now();
    await path.commands.changes.save({
      at,
      writes: [workspaces.put(workspace, { ...workspace.state, archivedAt: at })],
    });

    await sumUp(path, []);

    expect(await deliveredDueAt(path.table, path.workspaceId)).toBeUndefined();
  });
});

/** One delivery more to an endpoint, as the transaction of its attempt counts it. */
const oneMore = (group: WebhookEndpointId, hour: Instant): readonly Write[] =>
  countAttempts([{ group, hour, responseClass: '2xx', delivered: true, failed: false, bucket: 1 }], 0);

describe('the webhooks of an endpoint that is deleted', () => {
  it('are counted where their attempt ends after the deletion, in usage at once and in the sum that follows', async () => {
    const path = anEventPath();
    const started = path.clock.now();
    const { id } = await path.anEndpoint();
    await path.table.write(scheduleDeliveredSums(path.workspaceId, started));
    await path.table.transact(oneMore(id, started));

    await deleteEndpoint(path.commands)(id);
    await path.table.transact(oneMore(id, started));

    expect(await shown(path, started)).toEqual({ [utcDateOf(started)]: 2 });
    await sumUp(path, []);
    path.clock.set(later(started, 40 * DAY_MS));
    expect(await shown(path, started)).toEqual({ [utcDateOf(started)]: 2 });
  });

  it('are counted where its first attempt ends after the deletion', async () => {
    const path = anEventPath();
    const started = path.clock.now();
    const { id } = await path.anEndpoint();

    await deleteEndpoint(path.commands)(id);
    await path.table.transact(oneMore(id, started));

    expect(await shown(path, started)).toEqual({ [utcDateOf(started)]: 1 });
  });

  it('are counted where the deletion was before deletions counted them', async () => {
    const path = anEventPath();
    const started = path.clock.now();
    const { id } = await path.anEndpoint();
    await path.table.write(scheduleDeliveredSums(path.workspaceId, started));
    await path.table.transact(oneMore(id, started));
    await path.change(id, { status: 'disabled' });
    await deleteEndpoint(path.commands)(id);
    await asBefore(path, id, started);

    expect(await shown(path, started)).toEqual({ [utcDateOf(started)]: 1 });
    await sumUp(path, []);
    path.clock.set(later(started, 40 * DAY_MS));
    expect(await shown(path, started)).toEqual({ [utcDateOf(started)]: 1 });
  });

  it('are no part of a sum that was read before the deletion, which is made anew', async () => {
    const path = anEventPath();
    const started = path.clock.now();
    const { id } = await path.anEndpoint();
    await path.table.write(scheduleDeliveredSums(path.workspaceId, started));
    await path.table.transact(oneMore(id, started));
    path.clock.set((await deliveredDueAt(path.table, path.workspaceId)) ?? started);
    const late = { ...path.table, write: deletingFirst(path, id) };

    await sumDelivered({ ...path, table: late })(path.workspaceId);

    const day = utcDateOf(started);
    const months = () => deliveredMonths(path.table, path.workspaceId, { from: day, to: day });
    expect(await months()).toMatchObject([{ days: [], former: [{ day, count: 1 }], deletions: 1 }]);
    await sumDelivered(path)(path.workspaceId);
    expect(await months()).toMatchObject([{ days: [{ day, count: 1 }] }]);
    expect(await shown(path, started)).toEqual({ [day]: 1 });
  });
});

/** The row of an endpoint that was deleted as it was written at first, without its day and what it had got. */
async function asBefore(path: EventPath, id: WebhookEndpointId, at: Instant): Promise<void> {
  const day = utcDateOf(at);
  const ttl = ttlAt(later(at, 32 * DAY_MS));
  await path.table.transact([
    { remove: formerEndpointKey(path.workspaceId, day, id) },
    { remove: deliveredKey(path.workspaceId, day.slice(0, 7)) },
    { put: { pk: path.workspaceId, sk: `USAGE#FORMER#${id}`, type: 'former_endpoint', ttl } },
  ]);
}

/** The endpoint is deleted between what a worker reads and the first that it writes. */
function deletingFirst(path: EventPath, id: WebhookEndpointId): EventPath['table']['write'] {
  let isDeleted = false;
  return async (write) => {
    if (!isDeleted) {
      isDeleted = true;
      await deleteEndpoint(path.commands)(id);
    }
    return path.table.write(write);
  };
}
