import fc from 'fast-check';
import { fanOut } from '#functions/workers/webhook-fanout/fan-out';
import { founderOf } from '#shared/accounts/workspaces/rules/workspace';
import type { OutboxId, WebhookEndpointId } from '#shared/foundation/core/ids';
import { HOUR_MS, type Instant, later, MINUTE_MS, SECOND_MS } from '#shared/foundation/core/time';
import { fanoutLimiterKey } from '#shared/foundation/dynamodb/keys';
import { advanceLimiter } from '#shared/foundation/dynamodb/rate-limiter';
import { outboxRows } from '#shared/foundation/events/outbox';
import { fanoutRateLimiter } from '#shared/webhooks/delivery/fanout-rate-limiter';
import { hourOf } from '#shared/webhooks/stats/rules/attempt-count';
import { countAttempts } from '#shared/webhooks/stats/stats-store';
import { anEventPath, type EventPath } from '#test/support/event-path';
import { aWorkspace, partnerWorkspace } from '#test/support/event-path/partner-workspace';
import { aReceiver } from '#test/support/event-path/receiver';
import { inMemoryServices } from '#test/support/event-path/services';
import { violations } from '#test/support/event-path/violations';
import { describe, expect, it } from '#test/support/jest';
import { sized } from '#test/support/test-size';

/** A workspace may have 60 webhooks a minute, and all of the founder twice as many. */
const LIMITS = { webhooks: 60, user_webhooks: 120 };
const STEP_MS = 10 * SECOND_MS;

type Partner = ReturnType<typeof partnerWorkspace>;

/** Workspaces of one founder, one process of the fan-out, and a sweeper that comes every ten seconds. */
function aFounder() {
  const services = inMemoryServices(1, {});
  const { clock, dynamo } = services;
  const { table } = partnerWorkspace(services);
  const fan = fanOut({
    ...{ table, clock, stage: 'test', log: services.log, server: { zone: 'Etc/UTC' } },
    rateLimiter: fanoutRateLimiter({ table, clock, limits: LIMITS }),
    first: { send: async () => undefined },
  });
  const looked = new Set<string>();
  let number = 0;
  const rows = () =>
    dynamo
      .items()
      .flatMap(({ pk, sk, type, due_at }) =>
        type?.S === 'event'
          ? [{ id: pk?.S as OutboxId, type: sk?.S?.split('#')[1] ?? '', due: Number(due_at?.N) }]
          : [],
      );

  return {
    ...{ clock, table },

    async aWorkspace(endpoints: number): Promise<Partner & { readonly endpointIds: readonly WebhookEndpointId[] }> {
      number += 1;
      const partner = partnerWorkspace(services, number);
      const endpointIds: WebhookEndpointId[] = [];
      for (let nth = 0; nth < endpoints; nth += 1) endpointIds.push((await partner.anEndpoint()).id);
      return { ...partner, endpointIds };
    },

    /** The relay sends each event once, and the sweeper those that are due. */
    async work(): Promise<void> {
      const now = clock.now();
      for (const { id, type, due } of rows()) {
        if (looked.has(id) && due > now) continue;
        if (!looked.has(id) || (await outboxRows(table).read(id, type))?.slot) await fan({ id, type });
        looked.add(id);
      }
    },

    made: ({ workspaceId }: Partner): number =>
      dynamo.items().filter(({ type, state }) => type?.S === 'delivery' && state?.S?.includes(workspaceId)).length,
  };
}

/** As if the endpoint had so many attempts in this hour. */
async function hasAnswered(
  { table, clock }: Pick<ReturnType<typeof aFounder>, 'table' | 'clock'>,
  endpoint: WebhookEndpointId,
  responseClass: '2xx' | '5xx',
  attempts: number,
): Promise<void> {
  const delivered = responseClass === '2xx';
  const one = { group: endpoint, hour: hourOf(clock.now()), responseClass, delivered, failed: false, bucket: 1 };
  await table.transact(countAttempts(Array(attempts).fill(one), 0));
}

const happens = async (partner: Partner, events: number): Promise<void> => {
  for (let nth = 0; nth < events; nth += 1) await partner.happens();
};

describe('of two workspaces of one founder', () => {
  it('the quiet one waits for nothing, whatever the loud one asks for', async () => {
    const asked = fc.array(fc.integer({ min: 0, max: 40 }), { minLength: 3, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(asked, async (minutes) => {
        const founder = aFounder();
        const loud = await founder.aWorkspace(10);
        const quiet = await founder.aWorkspace(5);
        let quietly = 0;
        for (const events of minutes) {
          await happens(loud, events);
          await founder.work();
          await happens(quiet, 6);
          quietly += 30;
          await founder.work();
          expect(founder.made(quiet)).toBe(quietly);
          for (let waited = 0; waited < MINUTE_MS; waited += STEP_MS) {
            founder.clock.advance(STEP_MS);
            await founder.work();
          }
        }
      }),
      { numRuns: sized({ everyday: 2, release: 20 }) },
    );
  });

  it('the loud one is served as much as its own limit allows', async () => {
    const founder = aFounder();
    const loud = await founder.aWorkspace(20);
    await happens(loud, 30);
    await founder.work();

    expect(founder.made(loud)).toBe(60);
    for (let waited = 0; waited < 3 * MINUTE_MS; waited += STEP_MS) {
      founder.clock.advance(STEP_MS);
      await founder.work();
    }

    expect(founder.made(loud)).toBe(60 + 3 * 60);
  });
});

describe('five workspaces of one founder whose endpoints refuse everything', () => {
  const MINUTES = 3;

  /** What is made for them in three minutes in which each asks for twice its limit. */
  async function madeIn(answers: '2xx' | '5xx', attempts: number): Promise<number> {
    const founder = aFounder();
    const all = [];
    for (let nth = 0; nth < 5; nth += 1) all.push(await founder.aWorkspace(10));
    for (const { endpointIds } of all)
      for (const endpoint of endpointIds) await hasAnswered(founder, endpoint, answers, attempts);
    for (let minute = 0; minute < MINUTES; minute += 1) {
      for (const one of all) await happens(one, 12);
      for (let waited = 0; waited < MINUTE_MS; waited += STEP_MS) {
        await founder.work();
        founder.clock.advance(STEP_MS);
      }
    }
    return all.reduce((sum, one) => sum + founder.made(one), 0);
  }

  it('have a tenth of the webhooks that others have', async () => {
    // A minute's at once, and twenty before they are counted.
    const most = ((MINUTES + 1) * LIMITS.user_webhooks) / 10 + 20;

    expect(await madeIn('5xx', 200)).toBeLessThanOrEqual(most);
  });

  it.each([
    ['acknowledge', '2xx', 200],
    ['are new', '5xx', 99],
  ] as const)('have all where they %s', async (_what, answers, attempts) => {
    expect(await madeIn(answers, attempts)).toBeGreaterThanOrEqual(MINUTES * LIMITS.user_webhooks);
  });
});

const founderOfAll = founderOf(aWorkspace('wks_01h455vb4pex5vsknk084sn02q' as never, 0 as Instant));

const nextSlotUs = async ({ table }: EventPath): Promise<number> =>
  Number((await table.get(fanoutLimiterKey(founderOfAll)))?.['next_us']);

/** Looks at a message whose events, or some of them, wait. */
const rateLimited = ({ lines }: EventPath): number =>
  lines
    .flatMap(({ outcomes }) => Object.entries(Object(outcomes)))
    .reduce((sum, [outcome, times]) => sum + (outcome.includes('rate limited') ? Number(times) : 0), 0);

describe('an event that waits for both slots', () => {
  it('is looked at once more for each, and counted once, though queues deliver every message twice', async () => {
    let left = 40;
    const path = anEventPath({ duplicates: () => (left-- > 0 ? 1 : undefined) });
    const endpoints = [];
    for (let nth = 0; nth < 20; nth += 1) endpoints.push(await path.anEndpoint());
    const begun = path.clock.now();
    await advanceLimiter(path, fanoutLimiterKey(path.workspaceId), { type: 'fanout_line', totalUs: 120_000_000 });
    await advanceLimiter(path, fanoutLimiterKey(founderOfAll), { type: 'fanout_line', totalUs: 600_000_000 });
    const before = await nextSlotUs(path);
    await path.happens();

    await path.untilQuiet();

    expect(await violations(path, { events: 1, endpoints })).toEqual([]);
    const received = endpoints.flatMap(({ receiver }) => receiver.received);
    expect(received).toHaveLength(20);
    expect(Math.min(...received.map(({ at }) => at)) - begun).toBeGreaterThanOrEqual(9 * MINUTE_MS);
    expect((await nextSlotUs(path)) - before).toBe(20 * 5_000);
    expect(rateLimited(path)).toBeGreaterThanOrEqual(2);
  });

  it('has one slot of two messages that read the same one', async () => {
    const path = anEventPath();
    await path.anEndpoint();
    await path.happens();
    const row = path.due()[0];
    const ref = { id: row?.['pk']?.S as OutboxId, type: row?.['sk']?.S?.split('#')[1] ?? '' };
    const rows = outboxRows(path.table);
    const slot = (level: 'workspace' | 'founder', minutes: number) =>
      ({ in: level, at: later(path.clock.now(), minutes * MINUTE_MS), weight: 1, webhooks: 1 }) as const;
    await rows.waitForSlot(ref, slot('workspace', 1));
    await rows.waitForSlot(ref, slot('workspace', 2));
    const read = await rows.read(ref.id, ref.type);
    expect(read?.slot).toEqual(slot('workspace', 1));

    await rows.waitForSlot({ ...ref, slot: read?.slot }, slot('founder', 3));
    await rows.waitForSlot({ ...ref, slot: read?.slot }, slot('founder', 4));

    expect((await rows.read(ref.id, ref.type))?.slot).toEqual(slot('founder', 3));
  });
});

describe('a receiver that is down for two hours while more happens than its workspace may have', () => {
  it('gets every event once it is up again', async () => {
    const path = anEventPath({ limits: { webhooks: 30 } });
    const upAt = later(path.clock.now(), 2 * HOUR_MS);
    const [down, up] = [aReceiver({ answers: [500] }), aReceiver()];
    const receiver = {
      ...down,
      receive: (...request: Parameters<typeof down.receive>) =>
        (path.clock.now() < upAt ? down : up).receive(...request),
    };
    await path.anEndpoint({ receiver });
    for (let nth = 0; nth < 4; nth += 1) {
      await happens(path, 20);
      await path.untilQuiet({ until: later(path.clock.now(), 30 * MINUTE_MS) });
      path.clock.set(later(upAt, (nth - 3) * 30 * MINUTE_MS));
    }
    expect(rateLimited(path)).toBeGreaterThan(0);

    await path.untilQuiet();

    const all = await path.all();
    expect(all.map(({ status }) => status)).toEqual(Array(80).fill('delivered'));
    expect([path.due(), path.waiting()]).toEqual([[], []]);
    expect((up.received.at(-1)?.at ?? 0) - upAt).toBeLessThan(3 * HOUR_MS);
  });
});
