import { HOUR_MS, later, MINUTE_MS } from '#shared/foundation/core/time';
import { deflated, inflated } from '#shared/foundation/dynamodb/deflated-text';
import { anEventPath } from '#test/support/event-path';
import { onceAt } from '#test/support/event-path/fault-plans';
import { aReceiver } from '#test/support/event-path/receiver';
import { describe, expect, it } from '#test/support/jest';
import { aMeetingEvent } from './a-meeting-event.ts';

/** Nested deeper than the call stack allows. */
const tooDeep = (text: string) =>
  text.replace('"snapshot":{', `"snapshot":{"deep":${'['.repeat(50_000)}${']'.repeat(50_000)},`);

/** Each case is a bug by which a webhook sender lost or withheld events. */
describe('a webhook sender loses no event: it', () => {
  // Seen at other senders: the last retry was never picked up.
  it('makes attempt 21, and counts its success', async () => {
    const path = anEventPath();
    const { receiver } = await path.anEndpoint({ receiver: aReceiver({ answers: [...Array(20).fill(500), 204] }) });
    await path.happens();

    await path.untilQuiet();

    expect(receiver.received).toHaveLength(21);
    expect(await path.all()).toMatchObject([{ status: 'delivered', attemptsCount: 21 }]);
  });

  // Seen at other senders: retries were lost after a restart of the queue.
  it('delivers after all queues lost their messages', async () => {
    const path = anEventPath();
    const { receiver } = await path.anEndpoint({ receiver: aReceiver({ answers: [500, 500, 204] }) });
    await path.happens();
    await path.relayOnce();
    await path.lose();
    await path.untilQuiet({ until: later(path.clock.now(), 4 * MINUTE_MS) });
    expect(receiver.received.length).toBeGreaterThan(0);

    await path.lose();
    await path.untilQuiet();

    expect(await path.all()).toMatchObject([{ status: 'delivered', attemptsCount: 3 }]);
    expect(path.due()).toEqual([]);
  });

  // Seen at other senders: a retry was sent before the first attempt was stored.
  it('queues the next attempt after the record of the last', async () => {
    const { plan, passed } = onceAt(undefined, { kind: 'stall', seconds: 0 });
    const path = anEventPath({ faults: plan });
    await path.anEndpoint({ receiver: aReceiver({ answers: [500, 204] }) });
    await path.happens();

    await path.atThisMoment();

    const ofDelivery = passed
      .filter((point) => point.startsWith('webhook-delivery '))
      .map((point) => point.split(' ')[1]);
    const [sent, woken] = [ofDelivery.indexOf('receiver'), ofDelivery.indexOf('SendMessageBatch')];
    expect(ofDelivery.slice(sent + 1, woken)).toContainEqual(
      expect.stringMatching(/PutItem|UpdateItem|TransactWriteItems/),
    );
  });

  // Seen at other senders: retries continued without end and without a record.
  it('records each request as an attempt, and stops after 21', async () => {
    const path = anEventPath();
    const { receiver } = await path.anEndpoint({ receiver: aReceiver({ answers: [503] }) });
    await path.happens();
    await path.untilQuiet();

    path.clock.advance(48 * HOUR_MS);
    await path.untilQuiet();

    const [delivery] = await path.all();
    const attempts = delivery ? await path.deliveries.attempts(delivery) : [];
    expect(attempts.map(({ attemptedAt }) => attemptedAt)).toEqual(receiver.received.map(({ at }) => at));
    expect([delivery?.status, attempts.length]).toEqual(['failed', 21]);
  });

  // Seen at other senders: a batch was refused for its size.
  it('sends small messages and entries for events of any size', async () => {
    const path = anEventPath();
    const { receiver } = await path.anEndpoint();
    for (let event = 0; event < 30; event += 1) await path.tell(aMeetingEvent(path, { title: 'x'.repeat(100_000) }));

    await path.untilQuiet();

    expect(receiver.received).toHaveLength(30);
    expect(receiver.received.every(({ body }) => body.length > 100_000)).toBe(true);
    expect(Math.max(...path.sent.map((body) => body.length))).toBeLessThan(500);
    expect(Math.max(...path.bus.events.map((entry) => JSON.stringify(entry).length))).toBeLessThan(1_000);
  });

  // Seen at other senders: a huge response prevented the record and was retried.
  it('stores a huge response within a limit, as one attempt', async () => {
    const path = anEventPath();
    const url = 'https://talkative.test/';
    const answered = {
      ...{ durationMs: 1, responseStatus: 200, error: null },
      responseHeaders: Object.fromEntries(Array.from({ length: 4 }, (_unused, at) => [`x-${at}`, 'h'.repeat(990)])),
      responseBody: '\u{1F600}'.repeat(1_000),
    };
    let sends = 0;
    const receive = () => {
      sends += 1;
      return answered;
    };
    await path.anEndpoint({ receiver: { url, received: [], receive } });
    await path.happens();

    await path.untilQuiet();

    expect([sends, (await path.all()).map(({ status }) => status)]).toEqual([1, ['delivered']]);
    const row = path.dynamo.items().find(({ type }) => type?.S === 'delivery');
    expect(JSON.stringify(row).length).toBeLessThan(32_000);
  });

  // Seen at other senders: a payload that could not be rendered was dropped silently.
  it('records a payload that cannot be rendered as an attempt', async () => {
    const path = anEventPath();
    await path.anEndpoint();
    await path.happens();
    await path.rewrite((bytes) => deflated(tooDeep(inflated(bytes))));

    await path.untilQuiet({ until: later(path.clock.now(), HOUR_MS) });

    const [delivery] = await path.all();
    expect(delivery?.firstAttempt).toMatchObject({ error: 'render_error', responseStatus: null });
    expect(delivery?.status).toBe('retrying');
  });
});
