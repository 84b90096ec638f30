import { founderOf } from '#shared/accounts/workspaces/rules/workspace';
import { workspaces } from '#shared/accounts/workspaces/store';
import type { UserId, WebhookEndpointId, WorkspaceId } from '#shared/foundation/core/ids';
import type { LimitOverrides } from '#shared/foundation/core/limits';
import { Throttled } from '#shared/foundation/core/store';
import { HOUR_MS, later, MINUTE_MS, SECOND_MS } from '#shared/foundation/core/time';
import { fanoutLimiterKey } from '#shared/foundation/dynamodb/keys';
import { fanoutRateLimiter } from '#shared/webhooks/delivery/fanout-rate-limiter';
import type { ReceiverId } from '#shared/webhooks/delivery/webhook-weights';
import { hourOf } from '#shared/webhooks/stats/rules/attempt-count';
import { countAttempts } from '#shared/webhooks/stats/stats-store';
import { inMemoryMainTable } from '#test/doubles/dynamodb/in-memory-dynamodb';
import { tableOver } from '#test/doubles/dynamodb/table-over';
import { aClock, noon } from '#test/support/api';
import { aWorkspace } from '#test/support/event-path/partner-workspace';
import { describe, expect, it } from '#test/support/jest';

const workspace = 'wks_01h455vb4pex5vsknk084sn02q' as WorkspaceId;
const other = 'wks_01h455vb4pex5vsknk084sn03q' as WorkspaceId;
const endpoint = 'whe_01h455vb4pex5vsknk084sn02q' as WebhookEndpointId;

function aWorld(limits?: LimitOverrides) {
  const clock = aClock();
  const table = tableOver(inMemoryMainTable());
  let writes = 0;
  let reads = 0;
  let throttled = 0;
  const counting = {
    ...table,
    get: (...given: Parameters<typeof table.get>) => {
      reads += 1;
      return table.get(...given);
    },
    query: (...given: Parameters<typeof table.query>) => {
      reads += 1;
      return table.query(...given);
    },
    update: async (...given: Parameters<typeof table.update>) => {
      writes += 1;
      if (throttled-- > 0) throw new Throttled('As the test wants it.');
      return table.update(...given);
    },
  };
  const aProcess = () => fanoutRateLimiter({ table: counting, clock, ...(limits && { limits }) });
  return {
    ...{ clock, table, aProcess },
    writes: () => writes,
    reads: () => reads,
    throttleNext: (times: number) => {
      throttled = times;
    },
    /** Workspaces of one founder. */
    async found(ids: readonly WorkspaceId[]): Promise<void> {
      for (const [number, id] of ids.entries())
        await table.transact(workspaces.put(undefined, { ...aWorkspace(id, clock.now()), number }));
    },
    /** As if an endpoint had so many attempts in the hour of that moment. */
    async hasAnswered(group: WebhookEndpointId, responseClass: '2xx' | '5xx', attempts: number, at = clock.now()) {
      const delivered = responseClass === '2xx';
      const one = { group, hour: hourOf(at), responseClass, delivered, failed: false, bucket: 1 };
      await table.transact(countAttempts(Array(attempts).fill(one), 0));
    },
    /** What a limiter has been advanced by since noon, in deliveries of so many milliseconds. */
    async counted(of: Parameters<typeof fanoutLimiterKey>[0], eachMs: number): Promise<number> {
      return (Number((await table.get(fanoutLimiterKey(of)))?.['next_us']) / 1_000 - noon) / eachMs;
    },
  };
}

/** So many small deliveries. */
const to = (deliveries: number, receiver: ReceiverId = null) => ({
  receivers: Array<ReceiverId>(deliveries).fill(receiver),
  webhooks: deliveries,
});

/** As many events as that, each with so many deliveries, one after the other; when each is fanned out, since noon. */
async function slotsOf(
  { slotFor }: ReturnType<typeof fanoutRateLimiter>,
  events: number,
  deliveries: number,
  of: WorkspaceId = workspace,
): Promise<readonly number[]> {
  const slots: number[] = [];
  for (let event = 0; event < events; event += 1) {
    const slot = await slotFor({ workspaceId: of, ...to(deliveries) });
    slots.push(slot === undefined ? 0 : slot.at - noon);
  }
  return slots;
}

const inTime = (slots: readonly number[]): number => slots.filter((slot) => slot === 0).length;

describe('the events of a workspace', () => {
  it('of which all go to twenty endpoints, a thousand in a minute, wait beyond 6,000 deliveries and are evenly spread', async () => {
    const { aProcess } = aWorld();

    const slots = await slotsOf(aProcess(), 1_000, 20);

    expect(inTime(slots)).toBe(300);
    expect(slots.slice(300)).toEqual(Array.from({ length: 700 }, (_, nth) => (nth + 1) * 200));
  });

  it('are made as fast as that for as long as more of them happen', async () => {
    const { aProcess, clock } = aWorld();
    const limiter = aProcess();
    const slots: number[] = [];
    for (let minute = 0; minute < 3; minute += 1) {
      slots.push(...(await slotsOf(limiter, 600, 20)).map((slot) => slot || clock.now() - noon));
      clock.advance(MINUTE_MS);
    }

    // A minute's deliveries at once, and then as many each minute.
    for (const minutes of [1, 2, 3]) {
      const made = slots.filter((slot) => slot < minutes * MINUTE_MS).length * 20;
      expect(made).toBeLessThanOrEqual((minutes + 1) * 6_000);
      expect(made).toBeGreaterThan((minutes + 1) * 6_000 - 40);
    }
  });

  it('are counted with one write for twenty deliveries, and fewer without a request, whenever they happen', async () => {
    const { aProcess, clock, counted, writes, reads, found } = aWorld();
    await found([workspace]);
    const limiter = aProcess();

    expect(inTime(await slotsOf(limiter, 19, 1))).toBe(19);
    // The founder.
    expect([writes(), reads()]).toEqual([0, 1]);
    clock.advance(MINUTE_MS);
    expect(inTime(await slotsOf(limiter, 1, 1))).toBe(1);
    // Of the workspace, and of the founder; a limiter that begins anew takes two.
    expect([writes(), reads()]).toEqual([2 * 2, 1]);
    expect(await counted(workspace, 10)).toBe(MINUTE_MS / 10 + 20);
    await slotsOf(limiter, 200, 1);
    expect([writes(), reads()]).toEqual([2 * (2 + 10), 1]);
  });

  it('are counted though they happen while others are', async () => {
    const { aProcess, counted } = aWorld();
    const limiter = aProcess();
    const event = { workspaceId: workspace, ...to(15) };

    await Promise.all(Array.from({ length: 41 }, () => limiter.slotFor(event)));
    await limiter.slotFor(event);

    expect(await counted(workspace, 10)).toBe(42 * 15);
  });

  it('are counted with the next where the limiter is in use', async () => {
    const { aProcess, counted, throttleNext } = aWorld();
    const limiter = aProcess();
    await slotsOf(limiter, 1, 19);
    throttleNext(1);

    await expect(slotsOf(limiter, 1, 5)).rejects.toThrow(Throttled);
    await slotsOf(limiter, 1, 5);

    expect(await counted(workspace, 10)).toBe(24);
  });

  it('wait in every process, and those of another workspace do not', async () => {
    const { aProcess } = aWorld();
    const [one, two] = [aProcess(), aProcess()];
    await slotsOf(one, 400, 20);

    expect(await slotsOf(two, 1, 20)).toEqual([20_200]);
    expect(await slotsOf(two, 1, 20, other)).toEqual([0]);
  });

  it('are made at once again a minute after the last that waited', async () => {
    const { aProcess, clock } = aWorld();
    const limiter = aProcess();
    const last = (await slotsOf(limiter, 400, 20)).at(-1) ?? 0;
    clock.set(later(noon, last + MINUTE_MS));

    expect(inTime(await slotsOf(limiter, 300, 20))).toBe(300);
  });

  it('wait where all workspaces of their founder have too many', async () => {
    const { aProcess, found } = aWorld({ user_webhooks: 8_000 });
    await found([workspace, other]);
    const limiter = aProcess();

    expect(inTime(await slotsOf(limiter, 300, 20))).toBe(300);
    expect(inTime(await slotsOf(limiter, 300, 20, other))).toBe(100);
  });

  it('wait once more where their endpoint refused so much meanwhile that they count as more than twice as many', async () => {
    const { aProcess, hasAnswered } = aWorld({ webhooks: 60 });
    await hasAnswered(endpoint, '5xx', 200);
    const event = { workspaceId: workspace, ...to(20, endpoint) };
    const waited = (weight: number) => ({ ...event, waited: { in: 'workspace', at: noon, weight } as const });

    expect(await aProcess().slotFor(waited(5))).toBeUndefined();
    expect(await aProcess().slotFor(waited(1))).toEqual({
      ...{ in: 'workspace', at: later(noon, (200 / 60 - 1) * MINUTE_MS), weight: 10, webhooks: 20 },
    });
  });

  it.each([
    ['acknowledgements do not pay for refusals of the next hour', { '2xx': 900, '5xx': 0 }, '5xx', 100, 10],
    ['refusals count through the next hour', { '2xx': 100, '5xx': 300 }, '2xx', 900, 7.75],
    ['few in each are not added up', { '2xx': 0, '5xx': 99 }, '5xx', 99, 1],
  ] as const)('count by the heavier of two hours: %s', async (_what, before, answer, attempts, weight) => {
    const { aProcess, clock, hasAnswered } = aWorld({ webhooks: 20 });
    const hourBefore = later(clock.now(), -HOUR_MS);
    for (const one of ['2xx', '5xx'] as const)
      if (before[one] > 0) await hasAnswered(endpoint, one, before[one], hourBefore);
    await hasAnswered(endpoint, answer, attempts);

    const limiter = aProcess();
    const slots = [];
    for (let nth = 0; nth < 2; nth += 1)
      slots.push(await limiter.slotFor({ workspaceId: workspace, ...to(20, endpoint) }));

    expect(slots.at(-1)?.weight).toBe(weight);
  });

  it.each(['workspace', 'founder'] as const)(
    'wait once more after the limiter of the %s where changed filters let them through to many more endpoints',
    async (level) => {
      const { aProcess } = aWorld({ webhooks: 20 });
      const waited = { in: level, at: noon, weight: 1, webhooks: 1 };

      const slots = [];
      for (const webhooks of [2, 20, 20])
        slots.push(await aProcess().slotFor({ workspaceId: workspace, ...to(webhooks), waited }));

      expect(slots.map((slot) => slot?.in)).toEqual([undefined, undefined, 'workspace']);
      expect(slots[2]?.webhooks).toBe(20);
    },
  );

  it('with large payloads wait by what they count as', async () => {
    const { aProcess } = aWorld({ webhooks: 60 });
    const limiter = aProcess();
    const event = { workspaceId: workspace, ...to(2), webhooks: 60 };

    const slots = [await limiter.slotFor(event), await limiter.slotFor(event), await limiter.slotFor(event)];

    expect(slots.map((slot) => slot && slot.at - noon)).toEqual([undefined, MINUTE_MS, 2 * MINUTE_MS]);
  });

  it('wait by the limit of the deployment', async () => {
    const { aProcess } = aWorld({ webhooks: 60 });

    expect(await slotsOf(aProcess(), 5, 20)).toEqual([0, 0, 0, 20 * SECOND_MS, 40 * SECOND_MS]);
  });
});

describe('the events of many workspaces of one founder', () => {
  const founder = founderOf(aWorkspace(workspace, noon));
  const many = Array.from({ length: 10 }, (_, nth) => `wks_01h455vb4pex5vsknk084sn${10 + nth}q` as WorkspaceId);

  it('wait where each process gets few of each workspace', async () => {
    const { aProcess, clock, found, hasAnswered } = aWorld({ user_webhooks: 1_500 });
    await found(many);
    await hasAnswered(endpoint, '5xx', 200);
    const processes = Array.from({ length: 4 }, aProcess);
    const MINUTES = 3;
    const events = many.flatMap((workspaceId) =>
      processes.flatMap((limiter) => Array(12).fill({ limiter, event: { workspaceId, ...to(1, endpoint) } })),
    );
    let made = 0;
    for (let minute = 0; minute < MINUTES; minute += 1) {
      for (const { limiter, event } of events) made += (await limiter.slotFor(event)) === undefined ? 1 : 0;
      clock.advance(MINUTE_MS);
    }

    // A minute's at once, each as ten, and what each process passes once before it counts.
    expect(made).toBeLessThanOrEqual(((MINUTES + 1) * 1_500) / 10 + processes.length * 20);
  });

  it('count as what each of them weighs, whichever is the last of twenty', async () => {
    const { aProcess, counted, found, hasAnswered } = aWorld();
    await found(many);
    await hasAnswered(endpoint, '5xx', 200);
    const { slotFor } = aProcess();

    for (const workspaceId of many) {
      await slotFor({ workspaceId, ...to(19, endpoint) });
      await slotFor({ workspaceId, ...to(1) });
    }

    expect(await counted(founder, 5)).toBe(many.length * (19 * 10 + 1));
  });

  it('cost no read of the founder for each event', async () => {
    const { aProcess, found, reads } = aWorld();
    await found(many);
    const limiter = aProcess();
    for (const workspaceId of many) await slotsOf(limiter, 50, 1, workspaceId);

    expect(reads()).toBe(many.length);
  });
});

it('the webhooks of a workspace count for the founder whom the operator named, an hour later at most', async () => {
  const { found, aProcess, clock, table } = aWorld();
  await found([workspace]);
  const { slotFor } = aProcess();
  const event = { workspaceId: workspace, ...to(20) };
  await slotFor(event);
  const before = await workspaces.find(table, workspace);
  if (!before) throw new Error('The workspace is not there.');
  const named = 'usr_01h455vb4pex5vsknk084sn09q' as UserId;
  await table.transact(workspaces.put(before, { ...before.state, founderId: named }));

  clock.advance(HOUR_MS);
  await slotFor(event);

  expect(await table.get(fanoutLimiterKey(named))).toBeDefined();
});
