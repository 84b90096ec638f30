import { HOUR_MS, later, MINUTE_MS, SECOND_MS } from '#shared/foundation/core/time';
import { fanoutLimiterKey } from '#shared/foundation/dynamodb/keys';
import { advanceLimiter } from '#shared/foundation/dynamodb/rate-limiter';
import { webhooksIn } from '#shared/webhooks/delivery/rules/delivery';
import { anEventPath, type EventPath } from '#test/support/event-path';
import { violations } from '#test/support/event-path/violations';
import { describe, expect, it } from '#test/support/jest';

/** As if so many deliveries had been made for the workspace at this moment: 6,000 are what it may have in a minute. */
const madeBefore = (path: EventPath, deliveries: number) =>
  advanceLimiter(path, fanoutLimiterKey(path.workspaceId), { type: 'fanout_line', totalUs: deliveries * 10_000 });

/** Twenty endpoints that get every event. */
async function twentyEndpoints(path: EventPath) {
  const endpoints = [];
  for (let nth = 0; nth < 20; nth += 1) endpoints.push(await path.anEndpoint());
  return endpoints;
}

const rateLimited = (path: EventPath): number =>
  path.lines.reduce((sum, { outcomes }) => sum + (Object(outcomes)['rate limited'] ?? 0), 0);

const messages = (path: EventPath): number =>
  path.lines.reduce((sum, line) => sum + (line['worker'] === 'webhook-fanout' ? Number(line['messages'] ?? 0) : 0), 0);

const late = (path: EventPath) => path.lines.filter(({ outcome }) => outcome === 'late');

describe('an event beyond the deliveries of a workspace in a minute', () => {
  it('waits without a message, is looked at once more, and none of its deliveries is lost', async () => {
    const path = anEventPath();
    const endpoints = await twentyEndpoints(path);
    await madeBefore(path, 6_000 + 60 * 100);
    const begun = path.clock.now();
    for (let event = 0; event < 5; event += 1) await path.happens();

    await path.untilQuiet({ until: later(begun, 50 * SECOND_MS) });
    expect([await path.all(), path.waiting(), path.due().length]).toEqual([[], [], 5]);
    await path.untilQuiet();

    expect(await violations(path, { events: 5, endpoints })).toEqual([]);
    const received = endpoints.flatMap(({ receiver }) => receiver.received);
    expect(received).toHaveLength(100);
    expect(Math.min(...received.map(({ at }) => at)) - begun).toBeGreaterThanOrEqual(MINUTE_MS);
    expect(Math.max(...received.map(({ at }) => at)) - begun).toBeLessThanOrEqual(3 * MINUTE_MS);
    // Five events share a message.
    expect(rateLimited(path)).toBe(1);
    expect(messages(path)).toBe(2);
    expect(late(path)).toEqual([]);
  });

  it('waits by the size of its payload, which its deliveries keep', async () => {
    const path = anEventPath();
    const endpoints = await twentyEndpoints(path);
    await madeBefore(path, 5_900);
    const begun = path.clock.now();
    for (let event = 0; event < 2; event += 1) await path.happens(undefined, 100_000);

    await path.untilQuiet();

    expect(await violations(path, { events: 2, endpoints })).toEqual([]);
    const received = endpoints.flatMap(({ receiver }) => receiver.received);
    expect(Math.min(...received.map(({ at }) => at))).toBeGreaterThan(begun);
    expect(webhooksIn(await path.all())).toBe(2 * 20 * 11);
  });

  it('waits for hours where there are so many before it', async () => {
    const path = anEventPath();
    const endpoints = await twentyEndpoints(path);
    await madeBefore(path, 6_000 + 10 * 60 * 6_000);
    const begun = path.clock.now();
    await path.happens();

    await path.untilQuiet();

    const [first] = endpoints.flatMap(({ receiver }) => receiver.received);
    expect((first?.at ?? 0) - begun).toBeGreaterThanOrEqual(10 * HOUR_MS);
    expect((first?.at ?? 0) - begun).toBeLessThan(10 * HOUR_MS + 2 * MINUTE_MS);
    expect(await violations(path, { events: 1, endpoints })).toEqual([]);
    expect(rateLimited(path)).toBe(1);
  });

  it('comes once, though queues deliver every message twice', async () => {
    let left = 40;
    const path = anEventPath({ duplicates: () => (left-- > 0 ? 1 : undefined) });
    const endpoints = await twentyEndpoints(path);
    await madeBefore(path, 6_000 + 60 * 100);
    await path.happens();

    await path.untilQuiet();

    expect(await violations(path, { events: 1, endpoints })).toEqual([]);
    expect(endpoints.flatMap(({ receiver }) => receiver.received)).toHaveLength(20);
  });

  it('delays no event of a workspace that has room', async () => {
    const path = anEventPath();
    const endpoints = await twentyEndpoints(path);
    await madeBefore(path, 5_900);
    const begun = path.clock.now();
    await path.happens();

    await path.atThisMoment();

    expect(endpoints.map(({ receiver }) => receiver.received.map(({ at }) => at - begun))).toEqual(Array(20).fill([0]));
    expect(rateLimited(path)).toBe(0);
  });
});
