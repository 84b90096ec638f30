import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { templatesOf } from '../cost/idle-usage.ts';
import { writeFigures } from '../figures-in.ts';
import { asSentence, circumstances } from '../machine.ts';
import { table } from '../table.ts';
import { measured } from './measure.ts';
import { PARSERS, type ParserCase } from './parsers.ts';

const USAGE = `npm run bench -- parsers [--only TEXT] [--write]

  --only TEXT  cases whose parser or input has this text, whose figures are printed and not written
  --write      puts the figures into docs/security.md

Needs Linux. Ends with an error where a case takes half of the memory or of the time of its function.`;

const DOCUMENT = join(import.meta.dirname, '../../../docs/security.md');
/** Lambda gives a whole processor at so much memory ("Configure Lambda function memory" in the developer guide). */
const MB_OF_A_PROCESSOR = 1769;

interface Half {
  readonly memoryMb: number;
  /** Of a processor, of which a function has a share by its memory. */
  readonly cpuSeconds: number;
}

const functions = templatesOf('production').flatMap((template) =>
  Object.values(template.findResources('AWS::Lambda::Function')),
);

/** Half of what the function of an entry has, by its template. */
function halfOf(entry: string): Half {
  const name = `-${entry.replace(/^workers\//, '').replaceAll('/', '-')}"`;
  const found = functions.find(({ Properties }) => `${JSON.stringify(Properties.FunctionName)}`.endsWith(name));
  if (!found) throw new Error(`There is no function of ${entry}.`);
  const { MemorySize: memoryMb, Timeout: seconds } = found['Properties'];
  if (!memoryMb || !seconds) throw new Error(`There is no function of ${entry}.`);
  return { memoryMb: memoryMb / 2, cpuSeconds: (seconds / 2) * Math.min(1, memoryMb / MB_OF_A_PROCESSOR) };
}

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    write: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

async function row({ parser, entry, bound, input }: ParserCase, nth: number) {
  const half = halfOf(entry);
  const { peakMb, cpuSeconds } = await measured(nth);
  const isWithin = peakMb < half.memoryMb && cpuSeconds < half.cpuSeconds;
  const memory = `${peakMb.toFixed(0)} / ${half.memoryMb.toFixed(0)}`;
  const time = `${cpuSeconds.toFixed(1)} / ${half.cpuSeconds.toFixed(1)}`;
  console.error(`${isWithin ? 'within' : 'OVER'}: ${parser} | ${input} | ${memory} | ${time}`);
  return { parser, entry, bound, input, peakMb, cpuSeconds, memory, time, isWithin };
}

type Row = Awaited<ReturnType<typeof row>>;

/** A parser by its worst inputs: one by the memory that it takes, and one by the time. */
function worstOf(rows: readonly Row[]): readonly string[] {
  const most = (of: (one: Row) => number) => rows.reduce((worst, one) => (of(one) > of(worst) ? one : worst));
  const [large, slow] = [most(({ peakMb }) => peakMb), most(({ cpuSeconds }) => cpuSeconds)];
  return [
    ...[large.parser, `\`${large.entry}\``, large.bound, String(rows.length)],
    ...[large.memory, large.input, slow.time, slow === large ? 'the same' : slow.input],
  ];
}

if (values.help) console.log(USAGE);
else {
  const { only, write } = values;
  if (only !== undefined && write) throw new Error('The document has the figures of all cases.');
  const rows = [];
  for (const [nth, one] of PARSERS.entries())
    if (only === undefined || `${one.parser} ${one.input}`.includes(only)) rows.push(await row(one, nth));
  const figures = [
    `\`npm run bench -- parsers\`: ${asSentence(circumstances(1))}.`,
    table(
      ['Parser', 'function', 'bound at the door', 'inputs', 'MB / half', 'of', 'processor s / half', 'of'],
      [...Map.groupBy(rows, ({ parser, entry }) => `${parser} ${entry}`).values()].map(worstOf),
    ),
  ].join('\n\n');
  console.log(figures);
  if (write) await writeFigures(DOCUMENT, 'parsers', figures);
  if (rows.some(({ isWithin }) => !isWithin)) throw new Error('A parser takes half of its function, or more.');
}
