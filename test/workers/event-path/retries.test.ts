import { HOUR_MS, SECOND_MS } from '#shared/foundation/core/time';
import { anEventPath } from '#test/support/event-path';
import type { FaultPlan } from '#test/support/event-path/container';
import { onceAt } from '#test/support/event-path/fault-plans';
import { aReceiver, believes } from '#test/support/event-path/receiver';
import { violations } from '#test/support/event-path/violations';
import { describe, expect, it } from '#test/support/jest';

// Simulates hours in many runs; the duration depends on the load of the machine.
const gapsOf = (times: readonly number[]) => times.slice(1).map((at, position) => at - (times[position] ?? at));

describe('a receiver that fails twice and then acknowledges', () => {
  const scene = async () => {
    const path = anEventPath();
    const receiver = aReceiver({ answers: [500, 'timeout_response', 204] });
    const endpoint = await path.anEndpoint({ receiver });
    await path.happens();
    await path.untilQuiet();
    return { path, endpoint, received: receiver.received };
  };

  it('gets retries after 30 seconds and a minute, ±10 %', async () => {
    const { received } = await scene();

    const [first = 0, second = 0, ...others] = gapsOf(received.map(({ at }) => at));

    expect(others).toEqual([]);
    // SQS delays are whole seconds.
    expect(first).toBeGreaterThanOrEqual(27 * SECOND_MS);
    expect(first).toBeLessThanOrEqual(34 * SECOND_MS);
    expect(second).toBeGreaterThanOrEqual(54 * SECOND_MS);
    expect(second).toBeLessThanOrEqual(67 * SECOND_MS);
  });

  it('gets the same id and body each time, with a fresh timestamp and a valid signature', async () => {
    const { endpoint, received } = await scene();

    expect(new Set(received.map(({ id }) => id)).size).toBe(1);
    expect(new Set(received.map(({ body }) => body)).size).toBe(1);
    expect(received.map(({ timestamp }) => timestamp)).toEqual(received.map(({ at }) => Math.floor(at / SECOND_MS)));
    for (const one of received)
      expect(believes(endpoint.secret, one)).toEqual({ ours: 'genuine', plain: true, standard: true });
  });

  it('leaves three recorded attempts, in order', async () => {
    const { path, received } = await scene();

    const [delivery] = await path.all();
    const attempts = delivery ? await path.deliveries.attempts(delivery) : [];

    expect(delivery).toMatchObject({ status: 'delivered', attemptsCount: 3 });
    expect(attempts.map(({ number, responseStatus, error }) => [number, responseStatus, error])).toEqual([
      [1, 500, null],
      [2, null, 'timeout_response'],
      [3, 204, null],
    ]);
    expect(attempts.map(({ attemptedAt }) => attemptedAt)).toEqual(received.map(({ at }) => at));
  });
});

describe('a table that fails one write after the receiver has answered', () => {
  const outcomeWith = async (faults: FaultPlan) => {
    const path = anEventPath({ faults });
    const receiver = aReceiver({ answers: [500, 204] });
    await path.anEndpoint({ receiver });
    await path.happens();
    await path.untilQuiet();
    const [delivery] = await path.all();
    return { requests: receiver.received.length, attemptsCount: delivery?.attemptsCount, status: delivery?.status };
  };
  const WHOLE = { requests: 2, attemptsCount: 2, status: 'delivered' };
  const CONFLICTS: Readonly<Record<string, string>> = {
    PutItem: 'TransactionConflictException',
    TransactWriteItems: 'TransactionCanceledException',
  };

  it.each<readonly [string, 'before' | 'after', (operation: string) => string | undefined]>([
    ['is throttled', 'before', () => 'ThrottlingException'],
    ['conflicts with another transaction', 'before', (operation) => CONFLICTS[operation]],
    ['is done and its response is lost', 'after', () => 'TimeoutError'],
  ])('makes and counts each attempt once, whichever write %s', async (_what, when, nameFor) => {
    const { plan, passed } = onceAt(undefined, { kind: 'throw', when });
    expect(await outcomeWith(plan)).toEqual(WHOLE);
    // The records of both attempts, and the row of the second.
    const writes = passed.filter((point) => /^webhook-delivery (?:PutItem|TransactWriteItems)/.test(point));
    expect(writes.length).toBeGreaterThanOrEqual(3);

    const outcomes = [];
    for (const point of writes) {
      const name = nameFor(point.split(' ')[1] ?? '');
      const fault = { kind: 'throw', when, ...(name !== undefined && { name }) } as const;
      outcomes.push([point, await outcomeWith(onceAt(point, fault).plan)]);
    }

    expect(outcomes).toEqual(writes.map((point) => [point, WHOLE]));
  });
});

describe('a receiver that never acknowledges', () => {
  it.each([1, 2, 3])('gets 21 attempts over about 14 hours, at most an hour apart (seed %i)', async (seed) => {
    const path = anEventPath({ seed });
    const endpoint = await path.anEndpoint({ receiver: aReceiver({ answers: [410, 500, 301] }) });
    await path.happens();

    await path.untilQuiet();

    const times = endpoint.receiver.received.map(({ at }) => at);
    const span = ((times.at(-1) ?? 0) - (times[0] ?? 0)) / HOUR_MS;
    expect(await path.all()).toMatchObject([{ status: 'failed', attemptsCount: 21 }]);
    expect(times).toHaveLength(21);
    expect(Math.max(...gapsOf(times))).toBeLessThanOrEqual(HOUR_MS);
    expect(span).toBeGreaterThan(13.3);
    expect(span).toBeLessThan(14.15);
    expect(path.sent.length / 21).toBeLessThanOrEqual(1.5);
    expect(await violations(path, { events: 1, endpoints: [endpoint] })).toEqual([]);
  });

  it('takes at most 1.5 queue messages an attempt over many deliveries', async () => {
    const path = anEventPath({ seed: 4 });
    await path.anEndpoint({ receiver: aReceiver({ answers: [500] }) });
    for (let event = 0; event < 15; event += 1) {
      path.clock.advance(7 * SECOND_MS);
      await path.happens();
    }

    await path.untilQuiet();

    const deliveries = await path.all();
    expect(deliveries.map(({ status }) => status)).toEqual(Array(15).fill('failed'));
    expect(path.sent.length / (15 * 21)).toBeLessThanOrEqual(1.5);
  });
});

describe('without the sweeper', () => {
  it('retries with a delay up to 15 minutes are sent', async () => {
    const path = anEventPath();
    const { receiver } = await path.anEndpoint({ receiver: aReceiver({ answers: [...Array(5).fill(500), 204] }) });
    await path.happens();

    await path.untilQuiet({ sweeping: false });

    expect(receiver.received).toHaveLength(6);
    expect(await path.all()).toMatchObject([{ status: 'delivered' }]);
  });

  it('retries with a longer delay are late by the outage of the sweeper, and not lost', async () => {
    const path = anEventPath();
    const { receiver } = await path.anEndpoint({ receiver: aReceiver({ answers: [...Array(7).fill(500), 204] }) });
    await path.happens();
    await path.untilQuiet({ sweeping: false });
    expect(await path.all()).toMatchObject([{ status: 'retrying' }]);

    path.clock.advance(2 * HOUR_MS);
    await path.untilQuiet();

    expect(receiver.received).toHaveLength(8);
    expect(await path.all()).toMatchObject([{ status: 'delivered', attemptsCount: 8 }]);
  });
});
