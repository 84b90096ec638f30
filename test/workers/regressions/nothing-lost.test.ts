import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { HOUR_MS, later, MINUTE_MS } from '#shared/core/time';
import { anEventPath } from '#test/support/event-path';
import { onceAt } from '#test/support/event-path/fault-plans';
import { aReceiver } from '#test/support/event-path/receiver';
import { aMeetingEvent } from './a-meeting-event.ts';

/** Deeper than any call stack. */
const tooDeep = (text: string) =>
  text.replace('"snapshot":{', `"snapshot":{"deep":${'['.repeat(50_000)}${']'.repeat(50_000)},`);

/** Each of these is a way in which a sender of webhooks lost or held back what it had promised. */
describe('nothing is lost, where elsewhere', () => {
  it('the last retry was never picked up: the twenty-first attempt is made, and counts when it succeeds', async () => {
    const path = anEventPath();
    const { receiver } = await path.anEndpoint({ receiver: aReceiver({ answers: [...Array(20).fill(500), 204] }) });
    await path.happens();

    await path.untilQuiet();

    expect(receiver.received).toHaveLength(21);
    expect(await path.all()).toMatchObject([{ status: 'delivered', attemptsCount: 21 }]);
  });

  it('retries stayed in limbo after the queue was restarted: everything in the queues may vanish', async () => {
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

  it('a retry fired before its first attempt was stored: the wake-up leaves after the record', async () => {
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

  it('retries went on for ever without a record: each request is an attempt on record, and they end', async () => {
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

  it('a batch was refused whole for its size: however large the events, messages and entries are small', async () => {
    const path = anEventPath();
    const { receiver } = await path.anEndpoint();
    for (let event = 0; event < 30; event += 1) await path.tell(aMeetingEvent(path, { title: 'x'.repeat(100_000) }));

    await path.untilQuiet();

    expect(receiver.received).toHaveLength(30);
    expect(receiver.received.every(({ body }) => body.length > 100_000)).toBe(true);
    expect(Math.max(...path.sent.map((body) => body.length))).toBeLessThan(500);
    expect(Math.max(...path.bus.events.map((entry) => JSON.stringify(entry).length))).toBeLessThan(1_000);
  });

  it('a huge answer stopped the record and came again: it is one attempt, kept in little room', async () => {
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

  it('what could not be rendered was told to nobody: its attempt is on record, and counts down the schedule', async () => {
    const path = anEventPath();
    await path.anEndpoint();
    await path.happens();
    await path.rewrite((bytes) => deflateRawSync(tooDeep(inflateRawSync(bytes).toString())));

    await path.untilQuiet({ until: later(path.clock.now(), HOUR_MS) });

    const [delivery] = await path.all();
    expect(delivery?.firstAttempt).toMatchObject({ error: 'render_error', responseStatus: null });
    expect(delivery?.status).toBe('retrying');
  });
});
