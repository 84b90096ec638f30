import { answered } from './count-trips.ts';
import { anOffice, type Office, type Watching } from './office.ts';
import type { Scenario } from './scenario.ts';
import { sdkOver } from './sdk-over.ts';
import { median, quantile } from './statistics.ts';
import { cpuMs, type Stopwatch, stopwatch } from './stopwatch.ts';

/** Processor time of one call, in milliseconds. */
export interface CpuTime {
  /** The in-memory services included. */
  readonly whole: number;
  /** What is left without them: our code and its libraries. */
  readonly own: number;
  readonly ownP95: number;
  /** The same with the SDK's DynamoDB client, that writes, signs and reads the requests: all but the network's part. */
  readonly withSdk: number;
}

export interface Rounds {
  readonly warmUp: number;
  readonly measured: number;
}

/** Calls a scenario's endpoint again and again, in an office of its own; what readies a call is not measured. */
export async function measureCpu(scenario: Scenario, seed: number, rounds: Rounds): Promise<CpuTime> {
  const plain = await timed(scenario, seed, rounds, (clock) => ({ table: clock.watch, others: clock.watch }));
  const sdk = await timed(scenario, seed, rounds, (clock) => ({
    table: (client) => sdkOver(client, clock.timing),
    others: clock.watch,
  }));
  return {
    whole: median(plain.whole),
    own: median(plain.own),
    ownP95: quantile(plain.own, 0.95),
    withSdk: median(sdk.own),
  };
}

async function timed(scenario: Scenario, seed: number, rounds: Rounds, watching: (clock: Stopwatch) => Watching) {
  const clock = stopwatch();
  return timedIn(await anOffice(watching(clock), seed), clock, scenario, rounds);
}

/** The processor time of each measured call in an office, and what is left without the clients that `clock` watches. */
export async function timedIn(office: Office, clock: Stopwatch, scenario: Scenario, rounds: Rounds) {
  const ready = await scenario.prepare(office);
  const whole: number[] = [];
  const own: number[] = [];
  for (let round = 0; round < rounds.warmUp + rounds.measured; round += 1) {
    const request = await ready();
    const [before, doublesBefore] = [cpuMs(), clock.spentMs()];
    await answered(scenario, request);
    const used = cpuMs() - before;
    if (round < rounds.warmUp) continue;
    whole.push(used);
    own.push(used - (clock.spentMs() - doublesBefore));
  }
  return { whole, own };
}
