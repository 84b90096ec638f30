import { parseArgs } from 'node:util';
import { generatedMeetings } from '#test/support/generated-meetings';
import { AGENTS, writeFigures } from '../figures-in.ts';
import { circumstances } from '../machine.ts';
import { table } from '../table.ts';
import { anAgentWith, evaluate, isReached, MOST_BYTES, MOST_CALLS, type Outcome } from './evaluate.ts';
import { FEWEST_MEETINGS, questionsAbout } from './questions.ts';

const USAGE = `npm run bench -- agents [--meetings N] [--seed N] [--write]

  --meetings N  generated meetings beside the shipped one (500; ${FEWEST_MEETINGS} or more)
  --seed N      of the generated meetings (1)
  --write       puts the result into docs/agents.md`;

const rowOf = (outcome: Outcome): readonly string[] => [
  outcome.question.replaceAll('|', '/'),
  outcome.calls.join(', '),
  outcome.bytes.toLocaleString('en'),
  isReached(outcome) ? 'yes' : 'no',
];

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      meetings: { type: 'string', default: '500' },
      seed: { type: 'string', default: '1' },
      write: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return console.log(USAGE);
  const [count, seed] = [Number(values.meetings), Number(values.seed)];
  if (!Number.isSafeInteger(count) || count < FEWEST_MEETINGS) throw new Error(USAGE);
  const meetings = generatedMeetings(seed, count);
  const ask = await anAgentWith(meetings);
  const outcomes: Outcome[] = [];
  for (const question of questionsAbout(meetings)) outcomes.push(await evaluate(ask, question));
  const missed = outcomes.filter((outcome) => !isReached(outcome));
  const { commit, date } = circumstances(seed);
  console.log(table(['Question', 'Calls', 'Bytes', 'Found'], outcomes.map(rowOf)));
  const figures = `\`npm run bench -- agents --meetings ${count} --seed ${seed}\` at commit ${commit}, ${date}: ${outcomes.length - missed.length} of ${outcomes.length} questions reached, each with at most ${MOST_CALLS} calls and ${MOST_BYTES.toLocaleString('en')} bytes of text. The largest answer has ${Math.max(...outcomes.map(({ bytes }) => bytes)).toLocaleString('en')} bytes.`;
  console.log(`\n${figures}`);
  if (values.write) await writeFigures(AGENTS, 'questions', figures);
  if (missed.length > 0) process.exitCode = 1;
}

await main();
