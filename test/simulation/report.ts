import { HOUR_MS, SECOND_MS } from '#shared/foundation/core/time';
import { asSentence, type Circumstances } from '../benchmarks/machine.ts';
import { table } from '../benchmarks/table.ts';
import type { Preset } from './chances.ts';
import { type Failing, type Tally, wakeUpsPerAttempt } from './seeds.ts';

const grouped = (count: number): string => String(Math.round(count)).replace(/\B(?=(\d{3})+$)/g, ',');

/** The figures of many stories, with where and when they were taken. */
export function asText(tally: Tally, preset: Preset, where: Circumstances, broken: readonly string[]): string {
  const { figures, seeds, failing } = tally;
  const { sends, duplicates, failed, spansMs, longestGapMs } = figures;
  const violations = failing.reduce((sum, one) => sum + one.violations.length, broken.length);
  const rows = [
    ['seeds', grouped(seeds)],
    ['events', grouped(figures.events)],
    ['operational events', grouped(figures.reported)],
    ['deliveries (event × endpoint)', grouped(figures.deliveries)],
    [
      'endpoints, with a filter, with a rate',
      [figures.endpoints, figures.filtered, figures.rated].map(grouped).join(', '),
    ],
    ['attempts', grouped(figures.attempts)],
    ['requests of clients, answered 503', `${grouped(figures.requests)}, ${grouped(figures.askedToComeBack)}`],
    [
      'duplicates',
      `${((100 * duplicates) / Math.max(1, sends)).toFixed(2)} % (${grouped(duplicates)} of ${grouped(sends)})`,
    ],
    ['wake-ups an attempt', wakeUpsPerAttempt(tally).toFixed(3)],
    ['rows sent by the sweeper', grouped(figures.sweeperSent)],
    ['longest gap', `${grouped(longestGapMs / SECOND_MS)} s`],
    [
      'mean span of 21 attempts',
      failed > 0 ? `${(spansMs / failed / HOUR_MS).toFixed(2)} h (${grouped(failed)})` : '–',
    ],
    ['violations', grouped(violations)],
  ];
  return [`${asSentence(where)}; faults: ${preset}`, '', table(['Figure', ''], rows)].join('\n');
}

/** What is wrong with a seed, and the one line that shows it again. */
export const asRepro = ({ seed, violations }: Failing, preset: Preset): string =>
  [
    `seed ${seed}: ${violations.join('; ')}`,
    `  again with: npm run simulate -- --seed ${seed} --faults ${preset}`,
  ].join('\n');
