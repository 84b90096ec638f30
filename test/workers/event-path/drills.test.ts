import { HOUR_MS, later, MINUTE_MS } from '#shared/foundation/core/time';
import { anEventPath } from '#test/support/event-path';
import { aReceiver } from '#test/support/event-path/receiver';
import { violations } from '#test/support/event-path/violations';
import { describe, expect, it } from '#test/support/jest';

const EVENTS = 25;

/** Many events on a path whose receiver fails at first; `given` sets the faults of the path. */
async function aBusyPath(given: Parameters<typeof anEventPath>[0] = {}) {
  const path = anEventPath(given);
  const endpoints = [
    await path.anEndpoint(),
    await path.anEndpoint({ receiver: aReceiver({ answers: [...Array(40).fill(503), 204] }) }),
  ];
  for (let event = 0; event < EVENTS; event += 1) await path.happens();
  return { path, endpoints, promises: { events: EVENTS, endpoints } };
}

describe('after a repair, without manual edits of rows, every event is delivered', () => {
  it('when all queues were purged while deliveries waited', async () => {
    const { path, promises } = await aBusyPath();
    await path.untilQuiet({ until: later(path.clock.now(), MINUTE_MS) });
    expect(path.waiting().length).toBeGreaterThan(10);

    path.clock.advance(20 * MINUTE_MS);
    for (let rounds = 0; path.waiting().length > 0 && rounds < 50; rounds += 1) await path.lose();
    await path.untilQuiet();

    expect(await violations(path, promises)).toEqual([]);
  });

  it('when the stream was off for half an hour and lost its records', async () => {
    const { path, promises } = await aBusyPath();

    path.dynamo.stream.take();
    path.clock.advance(30 * MINUTE_MS);
    await path.untilQuiet();

    expect(await violations(path, promises)).toEqual([]);
  });

  it('when the delivery function was paused for two hours', async () => {
    const { path, promises } = await aBusyPath();
    while (await path.relayOnce());
    while (await path.consumeOnce('fanout'));

    path.clock.advance(2 * HOUR_MS);
    await path.untilQuiet();

    expect(await violations(path, promises)).toEqual([]);
  });

  it('when the rule of the bus was deleted for an hour', async () => {
    let isDeleted = true;
    const { path, promises } = await aBusyPath({ busDelivers: (call) => (isDeleted ? undefined : call()) });
    await path.untilQuiet({ until: later(path.clock.now(), HOUR_MS) });
    expect(await path.all()).toEqual([]);

    isDeleted = false;
    await path.untilQuiet();

    expect(await violations(path, promises)).toEqual([]);
  });
});

describe('messages that are repeated long after they were processed', () => {
  it('are dropped: every event of the bus a day later, and every queue message ever sent', async () => {
    const { path, endpoints, promises } = await aBusyPath();
    await path.untilQuiet();
    const before = endpoints.map(({ receiver }) => receiver.received.length);
    const wakeUps = [...path.sent];

    path.clock.advance(24 * HOUR_MS);
    for (const event of [...path.bus.events].reverse()) await path.put('fanout', JSON.stringify(event));
    for (const wakeUp of wakeUps.reverse()) await path.put('retry', wakeUp);
    await path.untilQuiet();

    expect(endpoints.map(({ receiver }) => receiver.received.length)).toEqual(before);
    expect(await violations(path, promises)).toEqual([]);
  });
});
