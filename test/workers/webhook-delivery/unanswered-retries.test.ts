import { HOUR_MS, later, MINUTE_MS, SECOND_MS } from '#shared/foundation/core/time';
import { anEventPath, type EventPath } from '#test/support/event-path';
import { type Answer, aReceiver, type Received } from '#test/support/event-path/receiver';
import { violations } from '#test/support/event-path/violations';
import { describe, expect, it } from '#test/support/jest';

const DOWN: readonly Answer[] = [500];

const happens = async (path: EventPath, events: number): Promise<void> => {
  for (let event = 0; event < events; event += 1) await path.happens();
};

/** Attempts in the busiest minute of the clock, without the first ones. */
function busiestMinuteOf(received: readonly Received[], firsts: number): number {
  const retries = received.slice(firsts);
  const minutes = [...Map.groupBy(retries, ({ at }) => Math.floor(at / MINUTE_MS)).values()];
  return Math.max(...minutes.map(({ length }) => length));
}

const passedOverIn = (path: EventPath): number =>
  path.lines.reduce((sum, { outcomes }) => sum + (Object(outcomes)['passed over'] ?? 0), 0);

/** Everything of it is due in one minute, as from a script that pushes as much as it may. */
const MANY = 100;

describe('an endpoint that refuses everything at once', () => {
  it('gets 60 retries a minute and each delivery its last attempt, however many wait', async () => {
    const path = anEventPath();
    const receiver = aReceiver({ answers: DOWN });
    await path.anEndpoint({ receiver });
    const begun = path.clock.now();
    await happens(path, MANY);

    await path.untilQuiet({ until: later(begun, 13 * HOUR_MS) });

    expect(busiestMinuteOf(receiver.received, MANY)).toBeLessThanOrEqual(60);
    await path.untilQuiet();
    const all = await path.all();
    expect(all.map(({ status }) => status)).toEqual(Array(MANY).fill('failed'));
    expect((receiver.received.at(-1)?.at ?? 0) - begun).toBeLessThan(15 * HOUR_MS);
    expect([path.due(), path.waiting()]).toEqual([[], []]);
  });

  it('gets every one of the 21 attempts where few events wait', async () => {
    const path = anEventPath();
    const endpoint = await path.anEndpoint({ receiver: aReceiver({ answers: DOWN }) });
    await happens(path, 10);

    await path.untilQuiet();

    expect(await violations(path, { events: 10, endpoints: [endpoint] })).toEqual([]);
    expect(endpoint.receiver.received).toHaveLength(10 * 21);
    expect(passedOverIn(path)).toBe(0);
  });
});

describe('deliveries whose attempts were passed over', () => {
  it('are sent by their schedule once the endpoint acknowledges an event', async () => {
    const path = anEventPath();
    // Down for the first quarter of an hour.
    const upAt = later(path.clock.now(), 15 * MINUTE_MS);
    const down = aReceiver({ answers: DOWN });
    const up = aReceiver();
    const receiver = {
      ...down,
      receive: (...request: Parameters<typeof down.receive>) =>
        (path.clock.now() < upAt ? down : up).receive(...request),
    };
    await path.anEndpoint({ receiver });
    await happens(path, MANY);

    await path.untilQuiet();

    expect(passedOverIn(path)).toBeGreaterThan(0);
    expect((await path.all()).map(({ status }) => status)).toEqual(Array(MANY).fill('delivered'));
    expect((up.received.at(-1)?.at ?? 0) - upAt).toBeLessThan(40 * MINUTE_MS);
  });

  it('are woken once for each step, though queues deliver every message twice', async () => {
    let left = 5 * MANY;
    const path = anEventPath({ duplicates: () => (left-- > 0 ? 1 : undefined) });
    await path.anEndpoint({ receiver: aReceiver({ answers: DOWN }) });
    await happens(path, MANY);

    await path.untilQuiet();

    const all = await path.all();
    expect(all.map(({ status }) => status)).toEqual(Array(MANY).fill('failed'));
    expect(passedOverIn(path)).toBeLessThan(MANY * 19);
    const attempts = await Promise.all(all.map((one) => path.deliveries.attempts(one)));
    expect(attempts.every((each) => each.every(({ number }, nth) => number === nth + 1))).toBe(true);
  });

  it('are none that was asked for by a redelivery', async () => {
    const path = anEventPath();
    const receiver = aReceiver({ answers: DOWN });
    await path.anEndpoint({ receiver });
    await happens(path, MANY);
    await path.untilQuiet({ until: later(path.clock.now(), 45 * SECOND_MS) });
    expect(passedOverIn(path)).toBeGreaterThan(0);
    const before = receiver.received.length;
    const [delivery] = await path.all();
    if (!delivery) throw new Error('There is no delivery.');

    await path.asksFor(delivery.id);
    await path.atThisMoment();

    expect(receiver.received.length).toBe(before + 1);
  });
});
