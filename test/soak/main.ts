import { parseArgs } from 'node:util';
import { RELIABILITY, writeFigures } from '../benchmarks/figures-in.ts';
import { asSentence, circumstances } from '../benchmarks/machine.ts';
import { table } from '../benchmarks/table.ts';
import type { Gauge } from './gauge.ts';
import { type Soaked, soak } from './soak.ts';

const USAGE = `npm test -- soak [--minutes M] [--rate R] [--every M] [--seed S] [--write]

  --minutes M  how long events come (60)
  --rate R     events a second, each to three endpoints (50)
  --every M    minutes between two looks at heap and handles (10)
  --seed S     of arrivals, latencies and receivers (1)
  --write      puts the figures into docs/reliability.md

  It fails where a delivery is lost, or where more handles are open than before.`;

const say = (text: string): boolean => process.stdout.write(`${text}\n`);

function options() {
  const { values } = parseArgs({
    options: {
      minutes: { type: 'string', default: '60' },
      rate: { type: 'string', default: '50' },
      every: { type: 'string', default: '10' },
      seed: { type: 'string', default: '1' },
      write: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const [minutes, rate, everyMinutes] = [values.minutes, values.rate, values.every].map(Number);
  if (!minutes || !rate || !everyMinutes) throw new Error('--minutes, --rate and --every are numbers above zero.');
  return { minutes, rate, everyMinutes, seed: Number(values.seed), write: values.write, help: values.help };
}

const handlesOf = ({ handles }: Gauge): string =>
  Object.entries(handles)
    .sort()
    .map(([type, count]) => `${count} ${type}`)
    .join(', ');

const rowOf = (at: Gauge): readonly string[] => [
  at.as,
  String(at.heapMb),
  String(at.residentMb),
  String(at.rows),
  handlesOf(at),
];

const HEADING = ['at', 'heap MB', 'resident MB', 'rows of events', 'open handles'];

function asText({ gauges, ledger, errors, growth }: Soaked): string {
  const { events, acknowledged, duplicates, missing } = ledger;
  const handles = growth.length === 0 ? 'no handle left' : growth.join('; ');
  return [
    table(HEADING, gauges.map(rowOf)),
    `${events} events, ${acknowledged} deliveries acknowledged, ${missing} lost, ${handles}; ${duplicates} sent twice, ${errors} warnings and errors logged.`,
  ].join('\n\n');
}

async function main(): Promise<void> {
  const { help, write, ...size } = options();
  if (help) return void say(USAGE);
  // Opened before the first look, so that they count as there from the beginning.
  for (const stream of [process.stdout, process.stderr]) stream.write('');
  say(HEADING.join('  '));
  const soaked = await soak(size, (at) => say(rowOf(at).join('  ')));
  const text = asText(soaked);
  say(`\n${text}`);
  const command = `npm test -- soak --minutes ${size.minutes} --rate ${size.rate} --seed ${size.seed}`;
  if (write)
    await writeFigures(RELIABILITY, 'soak', `\`${command}\` on ${asSentence(circumstances(size.seed))}.\n\n${text}`);
  if (soaked.ledger.missing > 0 || soaked.growth.length > 0) process.exitCode = 1;
}

await main();
