import { answered } from './count-trips.ts';
import { anOffice } from './office.ts';
import type { Scenario } from './scenario.ts';
import { median, quantile } from './statistics.ts';
import { cpuMs, stopwatch } from './stopwatch.ts';

/** Processor time of one call, in milliseconds. */
export interface CpuTime {
  /** The stand-ins included. */
  readonly p50: number;
  /** What is left without them: the code that runs in a Lambda, but for the SDK's own. */
  readonly ownP50: number;
  readonly ownP95: number;
}

interface Rounds {
  readonly warmUp: number;
  readonly measured: number;
}

/** Calls a scenario's endpoint again and again, in an office of its own; what readies a call is not measured. */
export async function measureCpu(scenario: Scenario, seed: number, rounds: Rounds): Promise<CpuTime> {
  const watch = stopwatch();
  const ready = await scenario.prepare(await anOffice(watch, seed));
  const whole: number[] = [];
  const own: number[] = [];
  for (let round = 0; round < rounds.warmUp + rounds.measured; round += 1) {
    const request = await ready();
    const [before, standInsBefore] = [cpuMs(), watch.spentMs()];
    await answered(scenario, request);
    const used = cpuMs() - before;
    if (round < rounds.warmUp) continue;
    whole.push(used);
    own.push(used - (watch.spentMs() - standInsBefore));
  }
  return { p50: median(whole), ownP50: median(own), ownP95: quantile(own, 0.95) };
}
