import { type Latency, oneTurn } from '#test/doubles/aws/latency';
import { requestCounter } from '#test/support/request-counter';
import type { Sealed } from './gateway.ts';
import { anOffice } from './office.ts';
import type { Scenario } from './scenario.ts';

export interface Trips {
  /** AWS requests one after the other. */
  readonly trips: number;
  readonly requests: number;
  /** `BatchGetItem`, `Query` and the like, and how often. */
  readonly byOperation: Readonly<Record<string, number>>;
}

/**
 * Every request takes as long as any other, and longer than the turn for which reads wait for each other: then a
 * request starts after another has ended only where it has to.
 */
const TURNS = 8;
const evenLatency: Latency = async () => {
  for (let turn = 0; turn < TURNS; turn += 1) await oneTurn('');
};

/**
 * Counts what the second call of a scenario asks of AWS: the first may read what a function reads once in its life.
 * Requests for files are not counted. All scenarios share one office.
 */
export async function tripCounter(seed: number): Promise<(scenario: Scenario) => Promise<Trips>> {
  const counter = requestCounter(evenLatency);
  const office = await anOffice({ table: counter.watch, others: counter.watch }, seed);
  return async (scenario) => {
    const ready = await scenario.prepare(office);
    await answered(scenario, await ready());
    const request = await ready();
    const { tally } = await counter.during(() => answered(scenario, request));
    return { trips: tally.trips, requests: tally.requests, byOperation: tally.byOperation };
  };
}

/** Sends it; another status than the scenario's is a mistake of the scenario. */
export async function answered({ operation, status }: Scenario, { send }: Sealed) {
  const { statusCode, body } = await send();
  if (statusCode !== status) throw new Error(`${operation} answered ${statusCode} instead of ${status}: ${body}`);
}
