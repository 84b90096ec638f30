import { HOUR_MS, later, MINUTE_MS, SECOND_MS } from '#shared/foundation/core/time';
import { LARGEST_MESSAGE } from '#test/doubles/aws/sqs/sizes';
import { anEventPath } from '#test/support/event-path';
import { aReceiver } from '#test/support/event-path/receiver';
import { violations } from '#test/support/event-path/violations';
import { describe, expect, it } from '#test/support/jest';

describe('a clock that is set in the middle of the schedule', () => {
  it.each([
    ['back by an hour', -HOUR_MS],
    ['back by ten minutes', -10 * MINUTE_MS],
    ['forward by ten minutes', 10 * MINUTE_MS],
  ])(
    '%s: every attempt is made all the same, in its order and signed with the time of its sending',
    async (_how, jump) => {
      const path = anEventPath();
      const endpoints = [await path.anEndpoint({ receiver: aReceiver({ answers: [...Array(9).fill(500), 204] }) })];
      await path.happens();
      await path.untilQuiet({ until: later(path.clock.now(), 20 * MINUTE_MS) });

      path.clock.advance(jump);
      await path.untilQuiet();

      expect(await path.all()).toMatchObject([{ status: 'delivered', attemptsCount: 10 }]);
      expect(await violations(path, { events: 1, endpoints })).toEqual([]);
    },
  );
});

describe('messages that cannot be processed', () => {
  it.each([
    ['no JSON', '{"deliveryId":'],
    ['an unknown message version', JSON.stringify({ v: 99, wake: 'evt_1' })],
    ['a delivery that does not exist', JSON.stringify({ deliveryId: 'evt_01h455vb4pex5vsknk084sn02q', attempt: 1 })],
    ['the largest message of a queue', JSON.stringify({ deliveryId: 'x'.repeat(LARGEST_MESSAGE - 17) })],
  ])(
    '%s: the rest of the batch is delivered, and the message reaches the dead-letter queue or is dropped',
    async (_what, body) => {
      const path = anEventPath();
      const endpoints = [await path.anEndpoint(), await path.anEndpoint()];
      await path.happens();
      for (const queue of ['fanout', 'first', 'retry'] as const) await path.put(queue, body);

      await path.atThisMoment();
      const received = endpoints.map(({ receiver }) => receiver.received.map(({ at }) => at - path.clock.now()));
      await path.untilQuiet();

      expect(received.flat().every((late) => Math.abs(late) < SECOND_MS)).toBe(true);
      expect(received.map(({ length }) => length)).toEqual([1, 1]);
      expect(await violations(path, { events: 1, endpoints })).toEqual([]);
    },
  );

  it('are redriven after the repair without harm', async () => {
    const path = anEventPath();
    const endpoints = [await path.anEndpoint({ receiver: aReceiver({ answers: [500, 204] }) })];
    const kept = await (async () => {
      await path.happens();
      return path.rewrite(() => Buffer.from('no deflated content'));
    })();
    await path.untilQuiet({ until: later(path.clock.now(), 3 * HOUR_MS) });
    expect(path.sqs.messages('fanout-dead-letters').length).toBeGreaterThan(0);

    await path.rewrite(() => kept);
    for (const { body } of path.sqs.messages('fanout-dead-letters')) await path.put('fanout', body);
    await path.untilQuiet();

    expect(await path.all()).toMatchObject([{ status: 'delivered', attemptsCount: 2 }]);
    expect(await violations(path, { events: 1, endpoints })).toEqual([]);
  });
});
