import { describe, expect, it, jest } from '@jest/globals';
import { HOUR_MS, SECOND_MS } from '#shared/core/time';
import { anEventPath } from '#test/support/event-path';
import { aReceiver, believes } from '#test/support/event-path/receiver';
import { violations } from '#test/support/event-path/violations';

// Hours of many runs; how long that takes depends on what else the machine does.
jest.setTimeout(120_000);

const gapsOf = (times: readonly number[]) => times.slice(1).map((at, position) => at - (times[position] ?? at));

describe('a receiver that fails twice and then takes it', () => {
  const scene = async () => {
    const path = anEventPath();
    const receiver = aReceiver({ answers: [500, 'timeout_response', 204] });
    const endpoint = await path.anEndpoint({ receiver });
    await path.happens();
    await path.untilQuiet();
    return { path, endpoint, received: receiver.received };
  };

  it('hears it again after half a minute and a minute, ten percent more or less', async () => {
    const { received } = await scene();

    const [first = 0, second = 0, ...others] = gapsOf(received.map(({ at }) => at));

    expect(others).toEqual([]);
    // A queue counts in whole seconds.
    expect(first).toBeGreaterThanOrEqual(27 * SECOND_MS);
    expect(first).toBeLessThanOrEqual(34 * SECOND_MS);
    expect(second).toBeGreaterThanOrEqual(54 * SECOND_MS);
    expect(second).toBeLessThanOrEqual(67 * SECOND_MS);
  });

  it('hears the same id and the same body, with a timestamp of each sending, and believes all of them', async () => {
    const { endpoint, received } = await scene();

    expect(new Set(received.map(({ id }) => id)).size).toBe(1);
    expect(new Set(received.map(({ body }) => body)).size).toBe(1);
    expect(received.map(({ timestamp }) => timestamp)).toEqual(received.map(({ at }) => Math.floor(at / SECOND_MS)));
    for (const one of received)
      expect(believes(endpoint.secret, one)).toEqual({ ours: 'genuine', plain: true, standard: true });
  });

  it('leaves three attempts on record, in order', async () => {
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

describe('a receiver that never takes it', () => {
  it.each([1, 2, 3])('is tried 21 times over about 14 hours, at most an hour apart (seed %i)', async (seed) => {
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

  it('keeps within 1.5 wake-ups an attempt over many deliveries', async () => {
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
  it('whatever waits up to a quarter of an hour is sent all the same', async () => {
    const path = anEventPath();
    const { receiver } = await path.anEndpoint({ receiver: aReceiver({ answers: [...Array(5).fill(500), 204] }) });
    await path.happens();

    await path.untilQuiet({ sweeping: false });

    expect(receiver.received).toHaveLength(6);
    expect(await path.all()).toMatchObject([{ status: 'delivered' }]);
  });

  it('longer waits are late by as long as it was off, and not lost', async () => {
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
