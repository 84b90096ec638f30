import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { percent } from './compare.ts';
import { answered } from './count-trips.ts';
import { anOffice } from './office.ts';
import { nameOf, type Scenario } from './scenario.ts';
import { scenarios } from './scenarios/all.ts';
import { quantile } from './statistics.ts';
import { cpuMs, stopwatch } from './stopwatch.ts';

/** What a measurement needs of a checkout of this repository. */
interface Checkout {
  readonly scenarios: readonly Scenario[];
  readonly anOffice: typeof anOffice;
  readonly stopwatch: typeof stopwatch;
}

/** Own processor time of one endpoint in two checkouts, in milliseconds: the lowest tenth of the calls. */
export interface Beside {
  readonly name: string;
  readonly beforeMs: number;
  readonly afterMs: number;
}

const HEADING = ['Endpoint', 'before (ms)', 'after (ms)', '%'];
const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** The first two lines of the Markdown table that `besideLine` continues. */
export const BESIDE_HEADING = `${line(HEADING)}\n${line(HEADING.map(() => '-'))}`;

export const besideLine = ({ name, beforeMs, afterMs }: Beside): string =>
  line([name, beforeMs.toFixed(3), afterMs.toFixed(3), percent(afterMs / beforeMs)]);

/** Other loads of the machine only add to processor time, least to the lowest tenth of the calls. */
const LOWEST_TENTH = 0.1;

/**
 * Measures this checkout and the one in `folder` in one process, call by call in turn, so that a slow moment of the
 * machine falls on both. Each checkout has one office for all scenarios. Yields a row as soon as it is measured, for
 * each scenario that both checkouts have and whose name contains `only`. Each row has `rounds` calls of warm-up first.
 */
export async function* measuredBeside(
  folder: string,
  only: string,
  rounds: number,
  seed: number,
): AsyncGenerator<Beside> {
  const other = await checkoutIn(folder);
  const [before, after] = [await measurerOf(other, seed), await measurerOf({ scenarios, anOffice, stopwatch }, seed)];
  for (const scenario of scenarios.filter((one) => nameOf(one).includes(only))) {
    const older = other.scenarios.find((one) => nameOf(one) === nameOf(scenario));
    if (!older) continue;
    const [callBefore, callAfter] = [await before(older), await after(scenario)];
    const [beforeMs, afterMs] = await lowestInTurn(callBefore, callAfter, rounds);
    yield { name: nameOf(scenario), beforeMs, afterMs };
  }
}

/** Throws with the name of the file where the folder is no checkout with these modules. */
async function checkoutIn(folder: string): Promise<Checkout> {
  const load = (file: string) => import(pathToFileURL(join(folder, 'test/benchmarks', file)).href);
  const { scenarios } = await load('scenarios/all.ts');
  const { anOffice } = await load('office.ts');
  const { stopwatch } = await load('stopwatch.ts');
  return { scenarios, anOffice, stopwatch };
}

type Call = () => Promise<number>;

/** Prepares a scenario; each call then takes one request and answers its processor time without in-memory services. */
async function measurerOf(checkout: Checkout, seed: number): Promise<(scenario: Scenario) => Promise<Call>> {
  const clock = checkout.stopwatch();
  const office = await checkout.anOffice({ table: clock.watch, others: clock.watch }, seed);
  const ownMs = () => cpuMs() - clock.spentMs();
  return async (scenario) => {
    const ready = await scenario.prepare(office);
    return async () => {
      const request = await ready();
      const before = ownMs();
      await answered(scenario, request);
      return ownMs() - before;
    };
  };
}

/** Which checkout goes first alternates, because the second call of a round may find caches warm. */
export async function lowestInTurn(before: Call, after: Call, rounds: number): Promise<readonly [number, number]> {
  const [olds, news]: [number[], number[]] = [[], []];
  for (let round = 0; round < 2 * rounds; round += 1) {
    const isOlderFirst = round % 2 === 0;
    const first = await (isOlderFirst ? before() : after());
    const second = await (isOlderFirst ? after() : before());
    if (round < rounds) continue;
    olds.push(isOlderFirst ? first : second);
    news.push(isOlderFirst ? second : first);
  }
  return [quantile(olds, LOWEST_TENTH), quantile(news, LOWEST_TENTH)];
}
