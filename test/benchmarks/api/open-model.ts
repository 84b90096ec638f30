import { setTimeout as sleep } from 'node:timers/promises';
import { answered } from '../count-trips.ts';
import type { Sealed } from '../gateway.ts';
import type { Scenario } from '../scenario.ts';
import { quantile } from '../statistics.ts';
import { cpuMs } from '../stopwatch.ts';

/** An operation with its share of all requests. */
export interface Share {
  readonly scenario: Scenario;
  readonly share: number;
}

export interface OpenModel {
  readonly mix: readonly (Share & { readonly ready: () => Promise<Sealed> })[];
  readonly requestsPerSecond: number;
  readonly seconds: number;
  readonly random: () => number;
}

export interface OpenModelFigures {
  readonly requests: number;
  /** Processor time of this process for each request, the in-memory table included, in milliseconds. */
  readonly cpuMsPerRequest: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
}

/**
 * Requests arrive at random moments at a given rate, whether or not earlier ones have been answered, and are handled
 * side by side in one process. An answer that is not the scenario's ends the run.
 */
export async function runOpenModel({ mix, requestsPerSecond, seconds, random }: OpenModel): Promise<OpenModelFigures> {
  const times: number[] = [];
  const underWay: Promise<void>[] = [];
  const startedAt = performance.now();
  const cpuBefore = cpuMs();
  const arrivals = arrivalsMs(requestsPerSecond, seconds, random);
  for (const arrival of arrivals) {
    const wait = startedAt + arrival - performance.now();
    if (wait > 0) await sleep(wait);
    const { scenario, ready } = drawn(mix, random());
    underWay.push(
      (async () => {
        await answered(scenario, await ready());
        times.push(performance.now() - startedAt - arrival);
      })(),
    );
  }
  await Promise.all(underWay);
  return {
    requests: arrivals.length,
    cpuMsPerRequest: (cpuMs() - cpuBefore) / arrivals.length,
    p50Ms: quantile(times, 0.5),
    p95Ms: quantile(times, 0.95),
  };
}

/** A Poisson process. */
function arrivalsMs(requestsPerSecond: number, seconds: number, random: () => number): readonly number[] {
  const arrivals: number[] = [];
  for (let at = 0; at < seconds * 1_000; at += (-Math.log(1 - random()) / requestsPerSecond) * 1_000) arrivals.push(at);
  return arrivals;
}

function drawn<One extends Share>(mix: readonly One[], random: number): One {
  let rest = random * mix.reduce((sum, { share }) => sum + share, 0);
  const found = mix.find(({ share }) => {
    rest -= share;
    return rest < 0;
  });
  const one = found ?? mix.at(-1);
  if (!one) throw new Error('The mix is empty.');
  return one;
}
