import fc from 'fast-check';
import { estimate, type Measured } from '#test/benchmarks/capacity/estimate';
import { callsAtOnce, EVERYDAY, meetingsOfSlot, rateOf, type Shape } from '#test/benchmarks/capacity/load';
import { QUOTAS, quotaStates } from '#test/benchmarks/capacity/quotas';
import { firstMet, shown } from '#test/benchmarks/capacity/report';
import { listPrices } from '#test/benchmarks/cost/prices';
import { type MeetingLoad, type WorkerLoad, wholeMeeting } from '#test/benchmarks/cost/worker-load';
import { describe, expect, it } from '#test/support/jest';
import '#test/support/property-seed';

const aLoad = (more: Partial<WorkerLoad> = {}): WorkerLoad => ({
  ...{ worker: 'bot-dispatch', messages: 1, invocations: 1, busySeconds: 1, dueUnits: 1, busRequests: 1 },
  usage: { 'table write unit': 1 },
  ...more,
});

const aMeeting = (
  minutes: readonly (readonly [number, WorkerLoad])[],
  invite: readonly WorkerLoad[] = [],
): MeetingLoad => ({
  invite,
  minutes: new Map(minutes.map(([minute, load]) => [minute, [load]])),
});

const aShape = (more: Partial<Shape> = {}): Shape => ({ ...EVERYDAY, workspaces: 1_000, meetingsADay: 100, ...more });

const aConsumer = { queue: 'bots', worker: 'bot-dispatch', batchSize: 10, visibilitySeconds: 30, maxConcurrency: 20 };

const aMeasured = (load: MeetingLoad): Measured => ({
  ...{ load, callMinutes: 60, rowBytes: 1_000, textBytes: 1_000, dueShards: 8 },
  deployment: { routes: [], consumers: [aConsumer], memoryGb: {} },
  live: { call: { 'gateway request': 1 }, reader: { 'socket message': 1 } },
  idle: { 'key month': 2 },
});

const written = (load: WorkerLoad) => load.usage['table write unit'] ?? 0;

/** Whole numbers, so that sums are exact. */
const anyMeeting = fc
  .tuple(
    fc.dictionary(fc.integer({ min: -10, max: 90 }).map(String), fc.integer({ min: 0, max: 1_000 }), { maxKeys: 20 }),
    fc.integer({ min: 0, max: 1_000 }),
  )
  .map(([minutes, invite]) =>
    aMeeting(
      Object.entries(minutes).map(([minute, units]) => [
        Number(minute),
        aLoad({ usage: { 'table write unit': units }, busySeconds: units }),
      ]),
      [aLoad({ usage: { 'table write unit': invite } })],
    ),
  );

describe('the rate of what meetings take', () => {
  it('adds up what is done in the same minute of a slot, for meetings that begin, go on and end', () => {
    const load = aMeeting([
      [-1, aLoad()],
      [29, aLoad()],
      [59, aLoad()],
      [10, aLoad()],
    ]);
    const shape = aShape({ workspaces: 1, meetingsADay: 1_200 });

    expect(meetingsOfSlot(shape)).toBe(60);
    expect(rateOf(load, shape, written)).toEqual({ average: (4 * 1_200) / 86_400, peak: 3 });
  });

  it('spreads invites over the active hours', () => {
    const shape = aShape({ workspaces: 1, meetingsADay: 36_000, activeHours: 10 });

    expect(rateOf(aMeeting([], [aLoad()]), shape, written).peak).toBe(1);
  });

  it('is ten times as much for ten times as many meetings, however they are spread over workspaces', () => {
    fc.assert(
      fc.property(anyMeeting, (load) => {
        const [one, ten, others] = [aShape(), aShape({ workspaces: 10_000 }), aShape({ meetingsADay: 1_000 })].map(
          (shape) => rateOf(load, shape, written),
        );

        expect(ten?.average).toBeCloseTo(10 * (one?.average ?? 0), 6);
        expect(ten?.peak).toBeCloseTo(10 * (one?.peak ?? 0), 6);
        expect(others).toEqual(ten);
      }),
    );
  });

  it('comes to what all meetings of a day take, and its busiest minute is no quieter than the average of active hours', () => {
    fc.assert(
      fc.property(anyMeeting, (load) => {
        const ofOne = wholeMeeting(load).reduce((sum, one) => sum + written(one), 0);
        const { average, peak } = rateOf(load, aShape(), written);

        expect(average * 86_400).toBeCloseTo(100_000 * ofOne, 3);
        expect(peak).toBeGreaterThanOrEqual(average * 0.999);
      }),
    );
  });
});

describe('calls at once', () => {
  it.each([
    [30, 5_000],
    [31, 10_000],
    [60, 10_000],
  ])('are those of the slots that a call of %s minutes touches', (minutes, calls) => {
    expect(callsAtOnce(aShape(), minutes)).toBe(calls);
  });
});

describe('an estimate', () => {
  it('costs ten times as much for ten times as many meetings, but for what an idle stage costs', () => {
    fc.assert(
      fc.property(anyMeeting, (load) => {
        const [one, ten] = [1_000, 10_000].map(
          (workspaces) => estimate(aMeasured(load), aShape({ workspaces })).dollars,
        );
        const idle = 2 * (listPrices().prices['key month']?.usd ?? 0);

        expect((ten?.['all'] ?? 0) - idle).toBeCloseTo(10 * ((one?.['all'] ?? 0) - idle), 3);
        expect(ten?.['KMS']).toBe(one?.['KMS']);
      }),
    );
  });

  it('has every dollar in a group', () => {
    const load = aMeeting([
      [0, aLoad({ usage: Object.fromEntries(Object.keys(listPrices().prices).map((unit) => [unit, 1])) })],
    ]);
    const { all, ...groups } = estimate(aMeasured(load), aShape()).dollars;
    const priceOf = (unit: string) => {
      const { usd, per } = listPrices().prices[unit] ?? { usd: 0, per: 1 };
      return usd / per;
    };
    // Engines that a meeting need not have, and recorders that are paid by the hour, are shown beside.
    const beside = ['Transcribe minute', 'Translate character', 'bot hour'].map(priceOf);
    const engines = 100_000 * 30 * beside.reduce((sum, price) => sum + price, 0);

    expect(Object.values(groups).reduce((sum, dollars) => sum + dollars, engines)).toBeCloseTo(all ?? 0, 3);
  });

  it('says how long a worker with a maximum is busy with the busiest minute', () => {
    const load = aMeeting([[0, aLoad({ busySeconds: 0.48 })]]);

    expect(estimate(aMeasured(load), aShape()).workers).toEqual([
      { worker: 'bot-dispatch', atOnce: 40, most: 20, minutes: 2 },
    ]);
  });

  it('spreads the index `due` over its partitions', () => {
    const load = aMeeting([[0, aLoad({ dueUnits: 96 })]]);

    expect(estimate(aMeasured(load), aShape()).use.duePartition).toBe((5_000 * 96) / 60 / 8);
  });
});

describe('quotas', () => {
  it.each(Object.values(QUOTAS))('say which document of AWS has them, and when it was read: $name', ({ source }) => {
    expect(source).toMatch(/(guide|reference), ".+".*; read \d{4}-\d\d-\d\d$/);
  });

  const { use } = estimate(aMeasured(aMeeting([[0, aLoad()]])), aShape());
  const unused = Object.fromEntries(Object.keys(use).map((name) => [name, 0])) as typeof use;

  it('are in the order in which they are met', () => {
    const states = quotaStates({ ...unused, mails: 100_000, functions: 500 });

    expect(states.slice(0, 3).map(({ name, share }) => [name, share])).toEqual([
      [QUOTAS.mails.name, 2],
      [QUOTAS.functions.name, 0.5],
      [expect.any(String), 0],
    ]);
  });

  it('that are met are named with what to ask for, or that AWS does not raise them', () => {
    const one = estimate(aMeasured(aMeeting([[0, aLoad()]])), aShape());
    const text = firstMet([
      { ...one, use: { ...unused, mails: 100_000, duePartition: 1_000 } },
      { ...one, use: unused },
    ]);

    expect(text).toContain('SES sending quota, 2 times: ask for 150,000 in 24 hours');
    expect(text).toContain('of the index `due`, 1 times: AWS does not raise it');
    expect(text).toContain('no default quota is met');
  });
});

describe('a printed number', () => {
  it.each([
    [0, '0'],
    [0.012345, '0.0123'],
    [2.34567, '2.35'],
    [1_234_567, '1,234,567'],
  ])('%s has three digits, or all before the point', (value, text) => {
    expect(shown(value)).toBe(text);
  });
});
