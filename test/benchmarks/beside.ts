import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { percent } from './compare.ts';
import { answered } from './count-trips.ts';
import { anOffice, type Watching } from './office.ts';
import { nameOf, type Scenario } from './scenario.ts';
import { scenarios } from './scenarios/all.ts';
import { sdkOver } from './sdk-over.ts';
import { quantile } from './statistics.ts';
import { cpuMs, type Stopwatch, stopwatch } from './stopwatch.ts';

/** What a measurement needs of a checkout of this repository. */
interface Checkout {
  readonly scenarios: readonly Scenario[];
  readonly anOffice: typeof anOffice;
  readonly stopwatch: typeof stopwatch;
  readonly sdkOver: typeof sdkOver;
}

/** Processor time of one endpoint in two checkouts, in milliseconds: the lowest tenth of the calls. */
export interface Pair {
  readonly beforeMs: number;
  readonly afterMs: number;
}

export interface Beside {
  readonly name: string;
  /** Without the in-memory services: our code and its libraries. */
  readonly own: Pair;
  /** The same with the SDK's DynamoDB client, which a deployed function cannot do without. */
  readonly withSdk: Pair;
}

const HEADING = [
  'Endpoint',
  'own before (ms)',
  'own after (ms)',
  '%',
  'with SDK before (ms)',
  'with SDK after (ms)',
  '%',
];
const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** The first two lines of the Markdown table that `besideLine` continues. */
export const BESIDE_HEADING = `${line(HEADING)}\n${line(HEADING.map(() => '-'))}`;

export const besideLine = ({ name, own, withSdk }: Beside): string =>
  line([name, ...cellsOf(own), ...cellsOf(withSdk)]);

const cellsOf = ({ beforeMs, afterMs }: Pair): readonly string[] => [
  beforeMs.toFixed(3),
  afterMs.toFixed(3),
  percent(afterMs / beforeMs),
];

/** Other loads of the machine only add to processor time, least to the lowest tenth of the calls. */
const LOWEST_TENTH = 0.1;

/**
 * Measures this checkout and the one in `folder` in one process, call by call in turn, so that a slow moment of the
 * machine falls on both. Each scenario has an office of its own in each checkout, and one more over the SDK.
 * Yields a row as soon as it is measured, for each scenario that both checkouts have and whose name contains `only`.
 * Each row has `rounds` calls of warm-up first.
 */
export async function* measuredBeside(
  folder: string,
  only: string,
  rounds: number,
  seed: number,
): AsyncGenerator<Beside> {
  const other = await checkoutIn(folder);
  const current: Checkout = { scenarios, anOffice, stopwatch, sdkOver };
  for (const scenario of scenarios.filter((one) => nameOf(one).includes(only))) {
    const older = other.scenarios.find((one) => nameOf(one) === nameOf(scenario));
    if (!older) continue;
    const inTurn = async (watching: WatchingWith) => {
      const before = await callOf(other, older, seed, watching);
      return lowestInTurn(before, await callOf(current, scenario, seed, watching), rounds);
    };
    yield { name: nameOf(scenario), own: await inTurn(inMemory), withSdk: await inTurn(overSdk) };
  }
}

/** Throws with the name of the file where the folder is no checkout with these modules. */
async function checkoutIn(folder: string): Promise<Checkout> {
  const load = (file: string) => import(pathToFileURL(join(folder, 'test/benchmarks', file)).href);
  const { scenarios } = await load('scenarios/all.ts');
  const { anOffice } = await load('office.ts');
  const { stopwatch } = await load('stopwatch.ts');
  const { sdkOver } = await load('sdk-over.ts');
  return { scenarios, anOffice, stopwatch, sdkOver };
}

type Call = () => Promise<number>;
type WatchingWith = (clock: Stopwatch, checkout: Checkout) => Watching;

const inMemory: WatchingWith = ({ watch }) => ({ table: watch, others: watch });
const overSdk: WatchingWith = (clock, checkout) => ({
  table: (client) => checkout.sdkOver(client, clock.timing),
  others: clock.watch,
});

/** Prepares a scenario; each call then takes one request and answers its processor time without in-memory services. */
async function callOf(checkout: Checkout, scenario: Scenario, seed: number, watching: WatchingWith): Promise<Call> {
  const clock = checkout.stopwatch();
  const ready = await scenario.prepare(await checkout.anOffice(watching(clock, checkout), seed));
  const ownMs = () => cpuMs() - clock.spentMs();
  return async () => {
    const request = await ready();
    const before = ownMs();
    await answered(scenario, request);
    return ownMs() - before;
  };
}

/** Which checkout goes first alternates, because the second call of a round may find caches warm. */
export async function lowestInTurn(before: Call, after: Call, rounds: number): Promise<Pair> {
  const [olds, news]: [number[], number[]] = [[], []];
  for (let round = 0; round < 2 * rounds; round += 1) {
    const isOlderFirst = round % 2 === 0;
    const first = await (isOlderFirst ? before() : after());
    const second = await (isOlderFirst ? after() : before());
    if (round < rounds) continue;
    olds.push(isOlderFirst ? first : second);
    news.push(isOlderFirst ? second : first);
  }
  return { beforeMs: quantile(olds, LOWEST_TENTH), afterMs: quantile(news, LOWEST_TENTH) };
}
