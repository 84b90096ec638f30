import { HOUR_MS, later, SECOND_MS } from '#shared/foundation/core/time';
import { deflated, inflated } from '#shared/foundation/dynamodb/deflated-text';
import { anEventPath, type EventPath } from '#test/support/event-path';
import { violations } from '#test/support/event-path/violations';
import { describe, expect, it } from '#test/support/jest';

const UNKNOWN = 'out_01h455vb4pex5vsknk084sn02q';

const poison = [
  ['no JSON', 'not json {'],
  ['another shape', JSON.stringify({ hello: 'world' })],
  ['an id of another kind', JSON.stringify({ detail: { id: 'mtg_01h455vb4pex5vsknk084sn02q', type: 'x' } })],
  ['no type', JSON.stringify({ detail: { id: UNKNOWN } })],
] as const;

const deadOf = (path: EventPath) => path.sqs.messages('fanout-dead-letters').map(({ body }) => body);

it('a delivery names the resource that its event is about', async () => {
  const path = anEventPath();
  const { receiver } = await path.anEndpoint();
  await path.happens();

  await path.untilQuiet();

  const [delivery] = await path.all();
  const [request] = receiver.received;
  expect(delivery?.resourceId).toBe(JSON.parse(String(request?.body)).data.object.id);
});

describe('a message that the fan-out cannot process', () => {
  it.each(poison)(
    'reaches the dead-letter queue after ten tries and does not affect its batch: %s',
    async (_what, body) => {
      const path = anEventPath();
      const endpoint = await path.anEndpoint();
      await path.put('fanout', body);
      await path.happens();

      await path.untilQuiet();

      expect(await violations(path, { events: 1, endpoints: [endpoint] })).toEqual([]);
      expect(endpoint.receiver.received).toHaveLength(1);
      expect(deadOf(path)).toEqual([body]);
    },
  );

  it('is dropped if its row does not exist', async () => {
    const path = anEventPath();
    await path.put('fanout', JSON.stringify({ detail: { id: UNKNOWN, type: 'meeting.created' } }));

    await path.untilQuiet();

    expect(path.lines).toContainEqual(expect.objectContaining({ outcomes: { gone: 1 } }));
    expect(deadOf(path)).toEqual([]);
  });

  it('leaves its row due if the row cannot be parsed, and other events pass', async () => {
    const path = anEventPath();
    const endpoint = await path.anEndpoint();
    await path.happens();
    await path.rewrite(() => Buffer.from('broken'));
    await path.happens();

    await path.untilQuiet({ until: later(path.clock.now(), 6 * HOUR_MS) });

    expect(endpoint.receiver.received).toHaveLength(1);
    expect(path.due()).toHaveLength(1);
    // Once a minute would be 360 events; each of these was tried ten times by the queue.
    expect(path.bus.events.length).toBeLessThan(45);
  });
});

describe('an event that cannot be rendered', () => {
  /** Nested deeper than the call stack allows. */
  const unrenderable = (text: string) => text.replace('"snapshot":{', `"snapshot":{"deep":${nested(50_000)},`);
  const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);

  const scene = async () => {
    const path = anEventPath();
    const endpoint = await path.anEndpoint();
    await path.happens();
    const sound = await path.rewrite((bytes) => deflated(unrenderable(inflated(bytes))));
    return { path, endpoint, sound };
  };

  it('has attempts with render_error, and nothing is sent', async () => {
    const { path, endpoint } = await scene();

    await path.atThisMoment();

    expect(endpoint.receiver.received).toEqual([]);
    expect(await path.all()).toMatchObject([
      { status: 'retrying', firstAttempt: { error: 'render_error', responseStatus: null, durationMs: 0 } },
    ]);
    expect(path.lines).toContainEqual(expect.objectContaining({ level: 'ERROR', error: 'RenderError' }));
  });

  it('is sent by a later attempt, after a deployment that can render it', async () => {
    const { path, endpoint, sound } = await scene();
    await path.atThisMoment();

    await path.rewrite(() => sound);
    await path.untilQuiet();

    expect(await violations(path, { events: 1, endpoints: [endpoint] })).toEqual([]);
    expect(await path.all()).toMatchObject([{ status: 'delivered', attemptsCount: 2 }]);
  });
});

describe('a queue that does not accept every first attempt', () => {
  it('leaves the row due, so that the message and the sweeper repeat it', async () => {
    let refusing = true;
    const path = anEventPath({ queueRefuses: (body) => refusing && body.includes('"attempt":1') });
    const endpoint = await path.anEndpoint();
    await path.happens();

    await path.atThisMoment();
    expect(
      path
        .due()
        .map(({ type }) => type?.S)
        .sort(),
    ).toEqual(['event']);
    expect(path.waiting()).toHaveLength(1);

    refusing = false;
    await path.untilQuiet();

    expect(await violations(path, { events: 1, endpoints: [endpoint] })).toEqual([]);
    expect(endpoint.receiver.received).toHaveLength(1);
  });

  it('gets the refused entries again at once', async () => {
    let refusals = 2;
    const path = anEventPath({ queueRefuses: () => refusals-- > 0 });
    const { receiver } = await path.anEndpoint();
    await path.happens();

    await path.atThisMoment();

    expect(receiver.received).toHaveLength(1);
  });
});

describe('twenty endpoints', () => {
  it('get one first attempt each', async () => {
    const path = anEventPath();
    const endpoints = [];
    for (let each = 0; each < 20; each += 1) endpoints.push(await path.anEndpoint());
    await path.happens();

    await path.untilQuiet();

    expect(await violations(path, { events: 1, endpoints })).toEqual([]);
    expect(endpoints.map(({ receiver }) => receiver.received.length)).toEqual(Array(20).fill(1));
  });
});

describe('the same message twice, and a day later', () => {
  it('creates no second delivery and no second request', async () => {
    const path = anEventPath();
    const endpoint = await path.anEndpoint();
    await path.happens();
    await path.untilQuiet();
    const again = JSON.stringify(path.bus.events[0]);

    await path.put('fanout', again);
    path.clock.advance(24 * HOUR_MS);
    await path.put('fanout', again);
    await path.untilQuiet();

    expect(endpoint.receiver.received).toHaveLength(1);
    expect(await violations(path, { events: 1, endpoints: [endpoint] })).toEqual([]);
    expect(path.lines.filter(({ worker }) => worker === 'webhook-fanout').map(({ outcomes }) => outcomes)).toEqual([
      { 'fanned out': 1 },
      { 'done before': 2 },
    ]);
  });
});

describe('an event whose first attempts wait', () => {
  const outcomes = ({ lines }: EventPath) => lines.filter(({ worker }) => worker === 'webhook-fanout').length;

  /** Fanned out; nothing of it is sent yet. */
  async function aWaitingEvent() {
    const path = anEventPath();
    const { receiver } = await path.anEndpoint();
    await path.happens();
    await path.relayOnce();
    await path.consumeOnce('fanout');
    return { path, receiver };
  }

  it('stays due, and its deliveries have no due time of their own', async () => {
    const { path } = await aWaitingEvent();

    expect(path.due().map(({ type }) => type?.S)).toEqual(['event']);
  });

  it('is not due any more after the last first attempt', async () => {
    const { path, receiver } = await aWaitingEvent();

    await path.atThisMoment();

    expect(receiver.received).toHaveLength(1);
    expect(path.due()).toEqual([]);
  });

  it('is not queued again within two minutes by the sweeper: its message may wait in a queue', async () => {
    const { path } = await aWaitingEvent();
    path.clock.advance(50 * SECOND_MS);

    await path.sweepOnce();
    await path.consumeOnce('fanout');

    expect(outcomes(path)).toBe(2);
    expect(path.sqs.messages('first')).toHaveLength(1);
  });

  it('is queued again after two minutes, so that a lost message is repeated', async () => {
    const { path, receiver } = await aWaitingEvent();
    await path.lose();
    path.clock.advance(121 * SECOND_MS);

    await path.sweepOnce();
    await path.atThisMoment();

    expect(receiver.received).toHaveLength(1);
    expect(path.due()).toEqual([]);
  });
});

describe('an event that the relay did not publish', () => {
  const late = ({ lines }: EventPath) => lines.filter((line) => 'EventsFannedOutLate' in line);

  it('is counted when it is fanned out after the sweeper has published it, so that an alarm shows the relay', async () => {
    const path = anEventPath();
    const { receiver } = await path.anEndpoint();
    await path.happens();
    path.clock.advance(50 * SECOND_MS);

    await path.sweepOnce();
    await path.atThisMoment();

    expect(receiver.received).toHaveLength(1);
    expect(late(path)).toEqual([
      expect.objectContaining({ stage: 'test', EventsFannedOutLate: 1, _aws: expect.anything() }),
    ]);
  });

  it('is not counted when the relay has published it, however often the sweeper sends it again', async () => {
    const path = anEventPath();
    await path.anEndpoint();
    await path.happens();
    await path.relayOnce();
    await path.consumeOnce('fanout');
    path.clock.advance(50 * SECOND_MS);

    await path.sweepOnce();
    await path.atThisMoment();

    expect(late(path)).toEqual([]);
  });
});
