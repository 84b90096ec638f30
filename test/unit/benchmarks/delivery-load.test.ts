import { drawing } from '#test/benchmarks/delivery/latencies';
import { Ledger } from '#test/benchmarks/delivery/ledger';
import { isAlive, profilesOf } from '#test/benchmarks/delivery/profiles';
import type { Behaviour, Place } from '#test/benchmarks/delivery/receivers';
import { asTable } from '#test/benchmarks/delivery/report';
import { WORKSPACES } from '#test/benchmarks/delivery/tenants';
import { describe, expect, it } from '#test/support/jest';

const aPlace = (behaviour: Behaviour): Place => ({ url: 'https://partner.test/', secret: 'whsec_1', behaviour });
const behavioursOf = (profile: string): readonly Behaviour[] => {
  const run = profilesOf({ minutes: 10, rate: 100 })
    .find(({ name }) => name === profile)
    ?.runs.at(-1);
  if (!run) throw new Error(`There is no profile ${profile}.`);
  return Array.from({ length: WORKSPACES * 3 }, (_, nth) => run.behaviourOf(Math.floor(nth / 3), nth % 3));
};

describe('the latencies of the load benchmark', () => {
  it.each([
    [0.1, 13.7],
    [0.5, 16.2],
    [0.99, 105],
  ])('are the measured ones: %s of all messages pass a queue in %s ms', (share, milliseconds) => {
    expect(drawing(() => share)('queue')).toBeCloseTo(milliseconds);
  });
});

describe('the ledger of a run', () => {
  it('owes each event to those who are alive, counts from its commit, and knows what came twice', () => {
    const places = behavioursOf('D').map(aPlace);
    const [prompt = aPlace(() => 'silent')] = behavioursOf('A').map(aPlace);
    const dead = places.filter(({ behaviour }) => !isAlive(behaviour));
    const ledger = new Ledger([prompt, ...dead], new Set());
    const arrival = { place: prompt, id: 'evt_1', subject: 'cal_1', verified: true, acknowledged: true };

    ledger.committed('cal_1', 1_000, () => true);
    expect(ledger.isSettled).toBe(false);
    ledger.arrived({ ...arrival, at: 1_400 });
    ledger.arrived({ ...arrival, at: 1_500, verified: false });

    expect(ledger.isSettled).toBe(true);
    expect(ledger.figures(0, 1_100)).toMatchObject({
      ...{ events: 1, owed: 1, acknowledged: 1, arrived: 2, verified: 1, duplicates: 1 },
      ...{ p50: 400, withinASecond: 1, drainSeconds: 0.3 },
    });
  });
});

describe('the mixed receivers', () => {
  const shareOf = (wanted: (behaviour: Behaviour) => boolean) =>
    behavioursOf('D').filter(wanted).length / (WORKSPACES * 3);
  const answers = (behaviour: Behaviour, sinceStartMs: number, attempt: number) => behaviour({ sinceStartMs, attempt });

  it('are a tenth dead, a tenth flapping, and a twentieth busy at first', () => {
    expect(shareOf((one) => !isAlive(one))).toBe(0.1);
    expect(shareOf((one) => JSON.stringify(answers(one, 30_000, 1)).includes('503'))).toBe(0.1);
    expect(shareOf((one) => JSON.stringify(answers(one, 0, 1)).includes('429'))).toBe(0.05);
  });
});

it('the table of runs has a heading for every figure', () => {
  const figures = new Ledger([], new Set()).figures(0, 0);
  const run = { ...figures, as: 'A', eventsPerSecond: 1, seconds: 1, longestQueues: {}, containers: {}, errors: 0 };
  const measured = { ...run, backlogSeconds: undefined, loopDelayP99: 1 };
  const lines = asTable([measured]).split('\n');

  expect(new Set(lines.map((line) => line.split(' | ').length)).size).toBe(1);
  expect(
    asTable([
      { ...measured, p95: 800 },
      { ...measured, as: 'B', p95: 1_000 },
    ]),
  ).toContain('p95 of B ÷ A: 1.25');
});
