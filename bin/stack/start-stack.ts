import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { buildFunctions, endBundler } from '#bin/cdk/build-functions';
import { bootstrap, type CdkTarget, deploy, synthesize } from '#bin/cdk/run-cdk';
import { type Step, silentStep } from '#bin/cli/progress';
import { type Emulator, runEmulator } from '#bin/stack/emulator/emulator';
import { allowRecursiveLoops } from '#bin/stack/emulator/recursive-loops';
import { setRedrivePolicies } from '#bin/stack/emulator/redrive-policies';
import { freePort } from '#bin/stack/ports';
import { startReverseProxy } from '#bin/stack/reverse-proxy';
import { seed } from '#bin/stack/seed';
import { hasCognito, seedCognitoUser } from '#bin/stack/seed-cognito-user';
import { seedSpeechServer } from '#bin/stack/speech/seed-speech-server';
import { startSpeech } from '#bin/stack/speech/start-speech';
import { deleteStackFile, refuseSecondStack, type Stack, writeStack } from '#bin/stack/stack-file';
import { stackOutputs } from '#bin/stack/stack-outputs';
import { readTalkRecording, storeTalkRecording } from '#bin/stack/talk-recording';
import { seedTestClients, startLocalProviders } from '#bin/stack/test-providers';
import type { LimitOverrides } from '#shared/foundation/core/limits';

/** A local stack has one user for all that is tried, and recorders and engines that cost nothing. */
const LIMITS_OF_ONE_USER: LimitOverrides = {
  ...{ workspaces: 1_000, active_workspaces: 1_000, paid_workspaces: 1_000 },
  ...{ all_paid_workspaces: 1_000_000, all_sent_bots: 1_000_000 },
};

export interface StackOptions {
  /** Port of the API; 0 takes any free port. */
  readonly port: number;
  /** Multiplies the durations that the service chooses itself; 1 is real time. */
  readonly timeScale: number;
  /** Limits that differ from the documented ones. */
  readonly limits?: LimitOverrides;
  /** The speech server: one on this machine, one at a URL, or none, which is the default. */
  readonly speech?: SpeechChoice;
  /** A file whose sound a bot for `abc-talk-def` records. */
  readonly talk?: string | undefined;
  /** Folder of this stack alone: stacks with different folders can run side by side. */
  readonly stateDir: string;
  /** A folder that `npm run build` wrote, whose functions are deployed as they are; without it they are built. */
  readonly built?: string | undefined;
  /** An AWS endpoint that already runs; without it an emulator is started. */
  readonly endpoint?: string;
  readonly step?: Step;
  /** Aborts the start and ends what was started. */
  readonly signal?: AbortSignal;
}

export interface RunningStack {
  readonly stack: Stack;
  /** Resolves when the emulator has ended; never resolves for an `endpoint` of the caller. */
  readonly emulatorEnded: Promise<void>;
  /** Ends everything that was started. */
  readonly stop: () => Promise<void>;
}

/** `on`: on this machine, installed when it is first needed. Else `off`, or the base URL of a server, without `/v1`. */
export type SpeechChoice = string;

const REGION = 'us-east-1';

/** Starts and deploys a whole stack. On a failure or an abort, ends what already runs and throws. */
export async function startStack(options: StackOptions): Promise<RunningStack> {
  const failure = new AbortController();
  const signal = AbortSignal.any([failure.signal, ...(options.signal ? [options.signal] : [])]);
  const cleanups: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const cleanUp of cleanups.splice(0).reverse()) await cleanUp();
  };
  try {
    return { ...(await start({ step: silentStep, ...options, signal, failure, cleanups })), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

interface Start extends StackOptions {
  readonly step: Step;
  readonly signal: AbortSignal;
  /** Aborts the parts that run beside a failed one. */
  readonly failure: AbortController;
  /** Run in reverse order. */
  readonly cleanups: (() => Promise<void>)[];
}

async function start(options: Start): Promise<Omit<RunningStack, 'stop'>> {
  const { stateDir, step, signal, cleanups } = options;
  const talk = options.talk === undefined ? undefined : await readTalkRecording(options.talk);
  await mkdir(stateDir, { recursive: true });
  await refuseSecondStack(stateDir);
  const proxy = await startReverseProxy(options.port);
  cleanups.push(proxy.close);
  const providers = await startLocalProviders(proxy.port);
  cleanups.push(providers.close);
  const test_providers = { google: providers.google.origin, microsoft: providers.microsoft.origin };

  const endpoint = options.endpoint ?? `http://127.0.0.1:${await freePort()}`;
  const aws = { endpoint, region: REGION };
  const target: CdkTarget = { ...aws, stateDir };
  const context = {
    stage: 'local',
    port: String(proxy.port),
    endpoint,
    signIn: options.endpoint === undefined || (await hasCognito(aws)) ? 'hosted' : 'none',
    timeScale: String(options.timeScale),
    limits: JSON.stringify({ ...LIMITS_OF_ONE_USER, ...options.limits }),
    testProviders: JSON.stringify(test_providers),
  };
  const [emulator] = await abortingOnFailure(options.failure, [
    prepareAws(options, target),
    prepareAssembly(options, target, context),
  ]);
  await step('deploy', () => deploy(target, signal));
  await setRedrivePolicies(target);
  await allowRecursiveLoops(target);

  const { apiId, liveApiId, tableName, secretsKeyId, userPoolId, filesBucket } = await stackOutputs(aws);
  const seeded = await step('user, workspace and key', () => seed(aws, { tableName, secretsKeyId }));
  if (talk) await storeTalkRecording(aws, filesBucket, talk);
  await seedTestClients(aws, { tableName, secretsKeyId });
  const speech = await speechOf(options);
  await seedSpeechServer(aws, { tableName, secretsKeyId }, speech.speech_url);
  const account = userPoolId ? await seedCognitoUser(aws, userPoolId, seeded.user_email) : {};
  const executeApi = `${endpoint}/_aws/execute-api`;
  proxy.forwardTo(`${executeApi}/${apiId}`, { upgrades: `${executeApi}/${liveApiId}` });

  const app_url = `http://127.0.0.1:${proxy.port}`;
  const urls = { base_url: `${app_url}/api/v1`, app_url, endpoint_url: endpoint, region: REGION };
  const stack = { ...urls, ...seeded, ...account, ...speech, test_providers, time_scale: options.timeScale };
  cleanups.push(() => deleteStackFile(stateDir));
  await writeStack(stateDir, stack);
  return { stack, emulatorEnded: emulator?.ended ?? new Promise(() => undefined) };
}

/** The address of the speech server, as stack.json has it. */
async function speechOf({ speech = 'off', ...options }: Start): Promise<Pick<Stack, 'speech_url'>> {
  if (speech === 'off') return {};
  if (speech !== 'on') return { speech_url: speech };
  const local = await startSpeech({ ...options, warn: (message) => console.error(`  ${message}`) });
  options.cleanups.push(local.close);
  return { speech_url: local.url };
}

/** Starts an emulator unless there is an endpoint, and bootstraps it for CDK. */
async function prepareAws(options: Start, target: CdkTarget): Promise<Emulator | undefined> {
  const { step, signal, cleanups } = options;
  const emulator = options.endpoint === undefined ? await runEmulator({ ...target, step, signal }) : undefined;
  if (emulator) cleanups.push(emulator.stop);
  await step('bootstrap', () => bootstrap(target, signal));
  return emulator;
}

async function prepareAssembly(
  { built, step, signal }: Start,
  target: CdkTarget,
  context: Readonly<Record<string, string>>,
): Promise<void> {
  const dist = built ?? join(target.stateDir, 'dist');
  if (built === undefined) {
    await step('build of all functions', () => buildFunctions({ out: dist, keepVariables: true }));
    await endBundler();
  }
  await step('synthesis of the CDK app', () => synthesize(target, { ...context, dist }, signal));
}

/** Waits for both parts. The first failure aborts the other, and is thrown when both have ended. */
async function abortingOnFailure<One, Other>(failure: AbortController, parts: [Promise<One>, Promise<Other>]) {
  const both = Promise.all(parts);
  both.catch((error) => failure.abort(error));
  await Promise.allSettled(parts);
  return both;
}
