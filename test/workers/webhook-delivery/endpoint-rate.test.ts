import { HOUR_MS, later, MINUTE_MS, SECOND_MS } from '#shared/foundation/core/time';
import { endpointRateLimiter } from '#shared/webhooks/delivery/endpoint-rate-limiter';
import { anEventPath, type EventPath } from '#test/support/event-path';
import { aReceiver, type Received } from '#test/support/event-path/receiver';
import { violations } from '#test/support/event-path/violations';
import { describe, expect, it } from '#test/support/jest';

const happens = async (path: EventPath, events: number): Promise<void> => {
  for (let event = 0; event < events; event += 1) await path.happens();
};

/** How many requests came in each second of the clock. */
const perSecond = (received: readonly Received[]): readonly number[] =>
  [...Map.groupBy(received, ({ at }) => Math.floor(at / SECOND_MS)).values()].map((same) => same.length);

const aRate = (maxPerSecond: number) => ({ options: { maxPerSecond } });

describe('an endpoint with max_per_second', () => {
  it('gets no more attempts in a second, each event once and none as a failed attempt', async () => {
    const path = anEventPath();
    const endpoint = await path.anEndpoint(aRate(2));
    await happens(path, 15);

    await path.untilQuiet();

    const { received } = endpoint.receiver;
    expect(await violations(path, { events: 15, endpoints: [endpoint] })).toEqual([]);
    expect(received).toHaveLength(15);
    expect(Math.max(...perSecond(received))).toBe(2);
    expect((received.at(-1)?.at ?? 0) - (received[0]?.at ?? 0)).toBeLessThan(15 * SECOND_MS);
  });

  it('whose owner lowers it while events wait wakes for each of them a few times, however many there are', async () => {
    const path = anEventPath();
    const endpoint = await path.anEndpoint(aRate(40));
    await happens(path, 200);
    await path.atThisMoment();
    const sentBefore = endpoint.receiver.received.length;

    await path.change(endpoint.id, { maxPerSecond: 1 });
    await path.untilQuiet();

    expect(await violations(path, { events: 200, endpoints: [endpoint] })).toEqual([]);
    expect(Math.max(...perSecond(endpoint.receiver.received.slice(sentBefore)))).toBe(1);
    const woken = path.lines.map(({ outcomes }) => Object(outcomes)['rate limited'] ?? 0);
    expect(woken.reduce((sum, one) => sum + one, 0)).toBeLessThan(200 * 8);
  });

  it('delays no other endpoint', async () => {
    const path = anEventPath();
    await path.anEndpoint(aRate(1));
    const other = await path.anEndpoint();
    const begun = path.clock.now();
    await happens(path, 10);

    await path.atThisMoment();

    expect(other.receiver.received.map(({ at }) => at - begun)).toEqual(Array(10).fill(0));
  });

  it('is sent retries within its rate, too', async () => {
    const path = anEventPath();
    const receiver = aReceiver({ answers: [...Array(6).fill(500), 204] });
    const endpoint = await path.anEndpoint({ ...aRate(1), receiver });
    await happens(path, 6);

    await path.untilQuiet();

    expect(await violations(path, { events: 6, endpoints: [endpoint] })).toEqual([]);
    expect(Math.max(...perSecond(receiver.received))).toBe(1);
  });

  it('shows when the next attempt of a delivery that waits for a slot is, and as pending', async () => {
    const path = anEventPath();
    const { id } = await path.anEndpoint(aRate(1));
    await aFullLimiter(path, id);
    await path.happens();

    await path.atThisMoment();

    expect(await path.all()).toMatchObject([{ status: 'pending', attemptsCount: 0, next: 1 }]);
    const [delivery] = await path.all();
    expect(delivery && 'dueAt' in delivery && delivery.dueAt).toBe(later(path.clock.now(), HOUR_MS));
  });

  it('gets events whose slots are later than a queue can hold a message', async () => {
    const path = anEventPath();
    const endpoint = await path.anEndpoint(aRate(1));
    const begun = path.clock.now();
    await aFullLimiter(path, endpoint.id);
    await path.happens();

    await path.untilQuiet();

    expect(await violations(path, { events: 1, endpoints: [endpoint] })).toEqual([]);
    const [received] = endpoint.receiver.received;
    expect((received?.at ?? 0) - begun).toBeGreaterThanOrEqual(HOUR_MS);
    expect((received?.at ?? 0) - begun).toBeLessThan(HOUR_MS + 5 * SECOND_MS);
  });
});

describe('a redelivery to an endpoint with max_per_second', () => {
  it('waits for its slot, and is made once', async () => {
    const path = anEventPath();
    const endpoint = await path.anEndpoint(aRate(1));
    await path.happens();
    await path.untilQuiet();
    const begun = path.clock.now();
    await aFullLimiter(path, endpoint.id);
    for (const { id } of await path.all()) await path.asksFor(id);

    await path.untilQuiet();

    const [, again, ...others] = endpoint.receiver.received;
    expect(others).toEqual([]);
    expect((again?.at ?? 0) - begun).toBeGreaterThanOrEqual(HOUR_MS);
    expect(await path.all()).toMatchObject([{ status: 'delivered', attemptsCount: 2 }]);
    expect([path.due(), path.waiting()]).toEqual([[], []]);
  });

  it('keeps the rate with many others', async () => {
    const path = anEventPath();
    const { receiver } = await path.anEndpoint(aRate(2));
    await happens(path, 8);
    await path.untilQuiet();
    path.clock.advance(MINUTE_MS);
    for (const { id } of await path.all()) await path.asksFor(id);

    await path.untilQuiet();

    expect(receiver.received).toHaveLength(16);
    expect(Math.max(...perSecond(receiver.received))).toBe(2);
  });
});

/** As if 3,600 events were waiting at one a second. */
async function aFullLimiter(
  path: EventPath,
  endpoint: Parameters<ReturnType<typeof endpointRateLimiter>['reserve']>[0],
) {
  const { reserve } = endpointRateLimiter({ table: path.table, clock: path.clock });
  await Promise.all(Array.from({ length: 3_600 }, () => reserve(endpoint, 1)));
}
