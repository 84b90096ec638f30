import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { STATE_DIR } from '#bin/paths';
import { runningStack, type Stack } from '#bin/stack/stack-file';
import { type Count, ONE_FAILED, ONE_PASSED, Parts, runCounted } from '#bin/test/parts';
import { SPEECH_SERVER, TESTS, THREADS } from '#bin/test/plan';
import { type StartedStack, startByCommand } from '#bin/test/started-stack';
import { checkRecording } from './check/check-recording.ts';
import { recordStack } from './recording/record-stack.ts';
import { readRecording } from './recording/recording.ts';
import { canRunDynamodbLocal, INSTALL_JAVA, withDynamodbLocal } from './replay/dynamodb-local.ts';
import { inMemoryTarget } from './replay/in-memory-target.ts';
import { type Replayed, replay } from './replay/replay.ts';

const USAGE = `npm test -- aws [--seconds S] [--recording FILE] [--stack FILE]

  Records what every function asks of AWS while the integration tests, the browser tests, the demo and a fuzz run use a
  stack of its own, into .local/aws/recording.jsonl. Then it evaluates each request against the roles of the sandbox and
  production stages, and replays those to DynamoDB on AWS's DynamoDB Local and on the in-memory DynamoDB of the tests.

  --seconds S       of the fuzz run (60)
  --recording FILE  evaluates and replays an earlier recording
  --stack FILE      records what others do on the running stack of this stack.json until the input ends, and evaluates
                    it; without a replay, and without asking for every function`;

const RECORDING = join(STATE_DIR, 'aws', 'recording.jsonl');

const say = (text: string): boolean => process.stdout.write(`${text}\n`);

const parts = new Parts();

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      seconds: { type: 'string', default: '60' },
      recording: { type: 'string' },
      stack: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return void say(USAGE);
  if (values.stack !== undefined) return recordOthers(values.stack);
  if (values.recording === undefined) await recordRuns(Number(values.seconds));
  await checkAll(values.recording ?? RECORDING);
  process.exitCode = parts.finish();
}

/** Printed once a stack is recorded. */
const RECORDING_BEGUN = 'Recording what functions ask of AWS';

async function recordOthers(stackFile: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'rapporteur-aws-'));
  const file = join(folder, 'recording.jsonl');
  try {
    const recorder = await recordStack(await runningStack(stackFile), { file, forReplay: false });
    say(RECORDING_BEGUN);
    for await (const _ of process.stdin);
    await recorder.end();
    await recorder.close();
    process.exitCode = (await permissions(file, { isComplete: false })).failed === 0 ? 0 : 1;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The runs whose requests are recorded. */
async function recordRuns(fuzzSeconds: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'rapporteur-aws-'));
  const npm = (...args: readonly string[]) => runCounted({ command: 'npm', args: ['--silent', 'run', ...args] });
  try {
    await parts.do('build', () => npm('build'));
    // The integration tests install the client packages.
    await parts.do('clients', () => npm('tool', '--', 'clients'));
    let started: StartedStack | undefined;
    await parts.do('stack', async () => {
      started = await startByCommand(join(folder, 'stack'));
      return ONE_PASSED;
    });
    if (started) await recordOn(started, folder, fuzzSeconds);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function recordOn({ stackFile, stop }: StartedStack, folder: string, fuzzSeconds: number): Promise<void> {
  try {
    const stack = await runningStack(stackFile);
    const recorder = await recordStack(stack, { file: RECORDING, forReplay: true });
    // Beside the logs of the stack, which a test reads.
    const recordedFile = join(dirname(stackFile), 'recorded-stack.json');
    // Tests and commands find AWS where they are recorded, too: a replay needs every write.
    const recorded: Stack = { ...stack, endpoint_url: recorder.operatorAddress };
    await writeFile(recordedFile, JSON.stringify(recorded));
    await useStack(recordedFile, folder, fuzzSeconds);
    await recorder.end();
    await recorder.close();
  } finally {
    await parts.do('end of the stack', async () => ((await stop()) === 0 ? ONE_PASSED : ONE_FAILED));
  }
}

async function useStack(stackFile: string, folder: string, fuzzSeconds: number): Promise<void> {
  const jest = (threads: number, ...args: readonly string[]) =>
    runCounted({
      command: 'node',
      args: ['node_modules/.bin/jest', ...args, '--maxWorkers', String(threads)],
      env: { STACK_FILE: stackFile, TMPDIR: folder },
    });
  await parts.do('integration', () =>
    jest(THREADS.integration ?? 1, ...TESTS.integration, '--testPathIgnorePatterns', SPEECH_SERVER),
  );
  await parts.do('browser', () => jest(THREADS.browser ?? 1, ...TESTS.browser));
  await parts.do('speech server, demo', () => jest(1, SPEECH_SERVER));
  const fuzz = ['--seed', '1', '--seconds', String(fuzzSeconds), '--stack', stackFile];
  await parts.do('fuzzing', () => runCounted({ command: 'npm', args: ['--silent', 'test', '--', 'fuzz', ...fuzz] }));
}

async function checkAll(file: string): Promise<void> {
  await parts.do('permissions', () => permissions(file, { isComplete: true }));
  await parts.do('in-memory DynamoDB', async () =>
    judged('The in-memory DynamoDB', await replay(readRecording(file), inMemoryTarget())),
  );
  if (await canRunDynamodbLocal())
    await parts.do('DynamoDB Local', async () =>
      judged('DynamoDB Local', await withDynamodbLocal((target) => replay(readRecording(file), target))),
    );
  else say(`  – the replay on DynamoDB Local is left out: it needs Java and Maven (${INSTALL_JAVA})`);
}

async function permissions(file: string, extent: { readonly isComplete: boolean }): Promise<Count> {
  const { failures, unexercised, summary } = await checkRecording(file, extent);
  if (extent.isComplete) for (const line of unexercised) say(`never used: ${line}`);
  for (const line of failures) say(`FAILED: ${line}`);
  say(summary);
  return failures.length === 0 ? ONE_PASSED : ONE_FAILED;
}

const MOST_SHOWN = 20;
const MOST_LENGTH = 2_000;

function judged(name: string, { requests, differences }: Replayed): Count {
  for (const { number, caller, operation, body, difference } of differences.slice(0, MOST_SHOWN))
    say(`${number}, ${caller}: ${operation} ${JSON.stringify(body)}: ${difference}`.slice(0, MOST_LENGTH));
  say(`${name}: ${requests} requests replayed, ${differences.length} differences`);
  return requests > 0 && differences.length === 0 ? ONE_PASSED : ONE_FAILED;
}

await main();
