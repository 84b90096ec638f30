import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { nameOf } from '#shared/foundation/http/contract';
import { contracts } from '#shared/wiring/all-contracts';
import { writeFigures } from '#test/benchmarks/figures-in';
import { circumstances } from '#test/benchmarks/machine';
import { FULL, type Measured, measure, SHORT, violationsIn } from './measure.ts';

const USAGE = `npm test -- hostile [--short] [--only TEXT] [--write]

  Sends every operation large requests of every kind at three sizes, and prints for each: what the service executed at
  each size (counted by V8, not timed), the issues of the schema library, and the largest answer. Fails where work grows
  faster than the request, and where an answer is larger than 256 KB.

  --short      1,200, 2,400 and 4,800 items instead of 2,400, 4,800 and 9,600, and no request for each single value
  --only TEXT  operations whose name contains this text, as 'POST /members'
  --write      puts the summary into docs/security.md`;

/** Where the summary is kept. */
const SECURITY = join(import.meta.dirname, '../../docs/security.md');

const { values } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    write: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

const say = (text: string): boolean => process.stdout.write(`${text}\n`);

function line(measured: Measured): string {
  const { operation, request, status, executions, issues, answerBytes } = measured;
  const counted = executions.map((count) => String(count).padStart(9)).join('');
  const wrong = violationsIn(measured).map((violation) => `  VIOLATED: ${violation}`);
  const columns = [String(status), counted, String(issues).padStart(6), String(answerBytes).padStart(8)].join(' ');
  return `${columns}  ${operation}, ${request}${wrong.join('')}`;
}

function summaryOf(measured: readonly Measured[], violations: number): string {
  const most = (of: (one: Measured) => number) => Math.max(0, ...measured.map(of)).toLocaleString('en');
  const operations = new Set(measured.map(({ operation }) => operation)).size;
  return (
    `${measured.length} kinds of large requests to ${operations} operations, ${violations} violations. ` +
    `The largest answer has ${most(({ answerBytes }) => answerBytes)} bytes; ` +
    `the schema library makes at most ${most(({ issues }) => issues)} issues for one request.`
  );
}

/** What was run, when and where. Work is counted, so that the machine decides nothing. */
function command(): string {
  const { date, cpu, cores, node, commit } = circumstances(1);
  const options = [...(values.short ? ['--short'] : []), ...(values.only ? ['--only', `'${values.only}'`] : [])];
  const typed = ['npm test -- hostile', ...options].join(' ');
  return `\`${typed}\`, ${date}, ${cpu}, ${cores} cores, Node ${node}, commit ${commit}`;
}

async function main(): Promise<void> {
  if (values.help) return void say(USAGE);
  const scale = values.short ? SHORT : FULL;
  say(`status, executions at ${scale.sizes.join(', ')}, issues, bytes of the answer`);
  const operations = contracts.filter((contract) => nameOf(contract).includes(values.only));
  const measured = await measure(operations, scale, (one) => say(line(one)));
  const violated = measured.filter((one) => violationsIn(one).length > 0);
  const summary = summaryOf(measured, violated.length);
  say(summary);
  if (values.write) await writeFigures(SECURITY, 'hostile', `${command()}: ${summary}`);
  process.exitCode = violated.length === 0 ? 0 : 1;
}

await main();
