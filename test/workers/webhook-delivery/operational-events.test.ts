import { HOUR_MS, later, MINUTE_MS, SECOND_MS } from '#shared/foundation/core/time';
import { useFactory } from '#shared/foundation/core/uses';
import { limitCounter } from '#shared/foundation/dynamodb/limits';
import { OPERATIONAL_EVENTS } from '#shared/foundation/events/rules/operational-event';
import { updateEndpoint } from '#shared/webhooks/endpoints/commands/save-endpoint';
import { commandContext } from '#shared/wiring/command-context';
import { seededBytes } from '#test/benchmarks/random';
import { anEventPath, type EventPath } from '#test/support/event-path';
import type { Fault, FaultPlan } from '#test/support/event-path/container';
import { onceAt, type Point } from '#test/support/event-path/fault-plans';
import { type Answer, aReceiver, type Receiver } from '#test/support/event-path/receiver';
import { describe, expect, it } from '#test/support/jest';

/** An endpoint whose receiver answers as given, and one that names every operational event. */
async function aScene(answers: readonly Answer[], disableAfterHours: number | null = null, faults?: FaultPlan) {
  const path = anEventPath({ ...(faults && { faults }) });
  const watched = await path.anEndpoint({
    receiver: aReceiver({ answers }),
    types: ['*', ...OPERATIONAL_EVENTS],
    options: { disableAfterHours },
  });
  const watching = await path.anEndpoint({ types: OPERATIONAL_EVENTS });
  return { path, watched, told: () => eventsAt(watching.receiver) };
}

const eventsAt = ({ received }: Receiver) => received.map(({ body }) => JSON.parse(body));
const typesOf = (events: readonly { readonly type: string }[]) => events.map(({ type }) => type);
const DOWN: readonly Answer[] = [503];
/** Fails so often, then answers. */
const downFor = (attempts: number): readonly Answer[] => [...Array.from({ length: attempts }, () => 500), 204];

/** Some events with this time after each of them. */
async function events(path: EventPath, count: number, gapMs: number = 30 * MINUTE_MS): Promise<void> {
  for (let nth = 0; nth < count; nth += 1) {
    await path.happens();
    const next = later(path.clock.now(), gapMs);
    await path.untilQuiet({ until: next });
    path.clock.set(next);
  }
}

describe('an endpoint that acknowledges nothing for an hour, in at least ten attempts', () => {
  it('is reported once, with since when, to an endpoint that names webhook_endpoint.failing', async () => {
    const { path, watched, told } = await aScene(DOWN);
    const begun = path.clock.now();

    await events(path, 4);

    expect(typesOf(told())).toEqual(['webhook_endpoint.failing']);
    const [{ created_at, data }] = told();
    expect(data.object).toMatchObject({ id: watched.id, object: 'webhook_endpoint', status: 'enabled' });
    const since = Date.parse(data.object.failing_since);
    expect(since - begun).toBeLessThan(5 * SECOND_MS);
    expect(Date.parse(created_at) - since).toBeGreaterThanOrEqual(HOUR_MS);
    expect((await path.endpoint(watched.id)).failingSince).toBe(since);
  });

  it('is reported as recovered once it acknowledges an event', async () => {
    const { path, watched, told } = await aScene(downFor(25));

    await events(path, 4);
    await path.untilQuiet();

    expect(typesOf(told())).toEqual(['webhook_endpoint.failing', 'webhook_endpoint.recovered']);
    expect(told()[1].data.object.failing_since).toBeNull();
    expect((await path.endpoint(watched.id)).failingSince).toBeNull();
  });

  it('is reported again where it fails again', async () => {
    const { path, told } = await aScene([...downFor(25), ...DOWN]);

    await events(path, 8);

    expect(typesOf(told())).toEqual([
      'webhook_endpoint.failing',
      'webhook_endpoint.recovered',
      'webhook_endpoint.failing',
    ]);
  });

  it('is not reported to itself, nor to an endpoint that subscribes to every event with *', async () => {
    const { path, watched } = await aScene(DOWN);
    const other = await path.anEndpoint({ types: ['*'] });

    await events(path, 4);

    expect(typesOf(eventsAt(watched.receiver)).filter((type) => type.startsWith('webhook_'))).toEqual([]);
    expect(typesOf(eventsAt(other.receiver)).filter((type) => type.startsWith('webhook_'))).toEqual([]);
  });
});

describe('an endpoint that is not failing', () => {
  it('acknowledges one attempt in nine: nothing is reported', async () => {
    const answers = Array.from({ length: 100 }, (_, nth) => (nth % 9 === 8 ? 204 : 500));
    const { path, told } = await aScene(answers);

    await events(path, 4);

    expect(typesOf(told())).toEqual([]);
  });

  it('fails nine attempts in hours: nothing is reported', async () => {
    const { path, told } = await aScene(downFor(9));
    await path.happens();

    await path.untilQuiet();

    expect(typesOf(told())).toEqual([]);
  });
});

describe('a delivery that uses up its 21 attempts', () => {
  it('is reported once as webhook_event.failed, with the event as its list shows it', async () => {
    const { path, watched, told } = await aScene(DOWN);
    await path.happens();

    await path.untilQuiet();

    const failed = told().filter(({ type }) => type === 'webhook_event.failed');
    expect(failed).toHaveLength(1);
    expect(failed[0].data.object).toMatchObject({
      object: 'webhook_event',
      webhook_endpoint_id: watched.id,
      type: 'calendar_connection.connected',
      delivery_status: 'failed',
      attempts_count: 21,
      next_attempt_at: null,
    });
  });

  it('is not reported where it delivers an operational event itself', async () => {
    const path = anEventPath();
    for (let nth = 0; nth < 3; nth += 1)
      await path.anEndpoint({ receiver: aReceiver({ answers: DOWN }), types: ['*', ...OPERATIONAL_EVENTS] });
    await path.happens();

    await path.untilQuiet();
    await path.untilQuiet();

    const types = (await path.all()).map(({ type }) => type);
    const ofOthers = types.filter((type) => type === 'webhook_event.failed');
    // Of each of the three deliveries, to the two other endpoints.
    expect(ofOthers).toHaveLength(6);
  });

  it('is not reported beyond the sixtieth of a minute in its workspace, and has failed all the same', async () => {
    const { path, watched, told } = await aScene(DOWN);
    const { take } = limitCounter(path.table, path.clock);
    const begun = path.clock.now();
    // Twenty-one attempts take about fourteen hours.
    for (let minute = 13 * 60; minute < 16 * 60; minute += 1)
      await take(useFactory()('failed_events', path.workspaceId, later(begun, minute * MINUTE_MS), 60));
    await path.happens();

    await path.untilQuiet();

    const [delivery] = (await path.all()).filter(({ endpointId }) => endpointId === watched.id);
    expect(delivery).toMatchObject({ status: 'failed', attemptsCount: 21 });
    expect(typesOf(told())).not.toContain('webhook_event.failed');
  });

  it('is reported once, whichever update around its last attempt is throttled', async () => {
    const throttled: Fault = { kind: 'throw', when: 'before', name: 'ThrottlingException' };
    const reportsWith = async (point: Point | undefined) => {
      const { plan, passed } = onceAt(point, throttled);
      const { path, told } = await aScene(DOWN, null, plan);
      await path.happens();
      await path.untilQuiet();
      return { passed, reports: typesOf(told()).filter((type) => type === 'webhook_event.failed').length };
    };
    const { passed } = await reportsWith(undefined);
    // The lease, the count under the limit, and the delivery of the report itself.
    const last = passed.filter((point) => point.startsWith('webhook-delivery UpdateItem')).slice(-6);

    const reports = [];
    for (const point of last) reports.push((await reportsWith(point)).reports);

    expect(reports).toEqual(last.map(() => 1));
  });

  it('is not reported again where a redelivery fails, too', async () => {
    const { path, told } = await aScene(DOWN);
    await path.happens();
    await path.untilQuiet();
    const [delivery] = (await path.all()).filter(({ status }) => status === 'failed');
    if (!delivery) throw new Error('Nothing failed.');

    await path.asksFor(delivery.id);
    await path.untilQuiet();

    expect(typesOf(told()).filter((type) => type === 'webhook_event.failed')).toHaveLength(1);
  });
});

describe('an endpoint with disable_after_hours', () => {
  const aDay = [13, 2 * HOUR_MS] as const;

  it('is disabled by the service when it has been failing for so long, which is reported', async () => {
    const { path, watched, told } = await aScene(DOWN, 24);

    await events(path, ...aDay);

    const disabled = told().filter(({ type }) => type === 'webhook_endpoint.disabled');
    expect(disabled.map(({ data }) => data.object)).toEqual([
      expect.objectContaining({ id: watched.id, status: 'disabled', disabled_reason: 'failing' }),
    ]);
    expect(await path.endpoint(watched.id)).toMatchObject({ status: 'disabled', disabledReason: 'failing' });
  });

  it('begins afresh when it is enabled again', async () => {
    const { path, watched } = await aScene(DOWN, 24);
    await events(path, ...aDay);
    const { table, clock } = path;
    const backoff = { pause: async () => undefined };
    const commands = commandContext({ table, clock, backoff, randomBytes: seededBytes(() => 0.5) });

    const unchanged = { url: undefined, enabledEvents: undefined, metadata: undefined };
    await updateEndpoint(commands)(watched.id, { ...unchanged, status: 'enabled' });
    await events(path, 1);

    expect(await path.endpoint(watched.id)).toMatchObject({
      status: 'enabled',
      disabledReason: null,
      failingSince: null,
    });
  });

  it('stays enabled without it', async () => {
    const { path, watched, told } = await aScene(DOWN);

    await events(path, ...aDay);

    expect((await path.endpoint(watched.id)).status).toBe('enabled');
    expect(typesOf(told())).not.toContain('webhook_endpoint.disabled');
  });
});
