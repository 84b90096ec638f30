import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { buildFunctions } from '#bin/build';
import { assemblyOf, bootstrap, codeOf, deploy, synthesize, type Target } from '#bin/cdk';
import type { Emulator } from '#bin/emulator/emulator';
import { setRedrivePolicies } from '#bin/emulator/redrive';
import { runEmulator } from '#bin/emulator/run-emulator';
import { openFrontDoor } from '#bin/front-door';
import { freePort } from '#bin/ports';
import { seed } from '#bin/seed';
import { hasCognito, seedPerson } from '#bin/seed-person';
import { forgetStack, refuseSecondStack, type Stack, writeStack } from '#bin/stack-file';
import { quietly, type Step } from '#bin/steps';
import { runTestProviders, seedTestClients } from '#bin/test-providers';
import { whatWasDeployed } from '#bin/what-was-deployed';
import type { LimitsGiven } from '#shared/core/limits';

export interface StackOptions {
  /** Port of the front door; 0 takes any that is free. */
  readonly port: number;
  /** Multiplies the durations that the service chooses itself; 1 is real time. */
  readonly timeScale: number;
  /** Limits that are not the documented ones. */
  readonly limits?: LimitsGiven;
  /** Folder of this stack alone: two stacks with two folders run side by side. */
  readonly stateDir: string;
  /** AWS that already runs, LocalStack for example; without it an emulator is started. */
  readonly endpoint?: string;
  readonly step?: Step;
  /** Ends the start, and with it all that was started. */
  readonly signal?: AbortSignal;
}

export interface RunningStack {
  readonly stack: Stack;
  /** Resolves when the emulator has ended, asked or not; never where it is not ours. */
  readonly emulatorEnded: Promise<void>;
  /** Ends everything that the start began. */
  readonly stop: () => Promise<void>;
}

const REGION = 'us-east-1';
const PROJECT = resolve(import.meta.dirname, '..');
const NEVER = new Promise<void>(() => undefined);

/** Starts a whole fresh stack; when a part of it fails or the signal comes, ends what already runs and throws. */
export async function startStack(options: StackOptions): Promise<RunningStack> {
  const failing = new AbortController();
  const signal = AbortSignal.any([failing.signal, ...(options.signal ? [options.signal] : [])]);
  const undo: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const end of undo.splice(0).reverse()) await end();
  };
  try {
    return { ...(await start({ ...options, step: options.step ?? quietly, signal, failing, undo })), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

interface Start extends StackOptions {
  readonly step: Step;
  readonly signal: AbortSignal;
  /** Ends what runs beside the part that failed. */
  readonly failing: AbortController;
  /** What is to be ended, in the order in which it began. */
  readonly undo: (() => Promise<void>)[];
}

async function start(options: Start): Promise<Omit<RunningStack, 'stop'>> {
  const { stateDir, step, timeScale, limits, signal, undo } = options;
  await mkdir(stateDir, { recursive: true });
  await refuseSecondStack(stateDir);
  const door = await openFrontDoor(options.port);
  undo.push(door.close);

  const providers = await runTestProviders(door.port);
  undo.push(providers.close);
  const testProviders = { google: providers.google.origin, microsoft: providers.microsoft.origin };

  const endpoint = options.endpoint ?? `http://127.0.0.1:${await freePort()}`;
  const target: Target = {
    endpoint,
    region: REGION,
    hasSignIn: options.endpoint === undefined || (await hasCognito(endpoint, REGION)),
    port: door.port,
    timeScale,
    ...(limits && { limits }),
    testProviders,
    projectDir: PROJECT,
    stateDir,
  };
  const [emulator] = await together(options.failing, prepareAws(options, target), prepareAssembly(options, target));
  await step('deploy', () => deploy(target, signal));
  await setRedrivePolicies({ ...target, assembly: assemblyOf(target) });

  const { apiId, tableName, userPoolId: poolId } = await whatWasDeployed(target);
  const aws = { endpoint, region: REGION };
  const user = await step('user, workspace and key', () => seed({ ...aws, tableName }));
  await seedTestClients({ ...aws, tableName });
  const person = poolId ? await seedPerson({ ...aws, poolId, email: user.user_email }) : {};
  const seeded = { ...user, ...person };
  door.leadTo(`${endpoint}/_aws/execute-api/${apiId}`);
  const stack = { ...addressesOf(target), ...seeded, test_providers: testProviders, time_scale: timeScale };
  undo.push(() => forgetStack(stateDir));
  await writeStack(stateDir, stack);
  return { stack, emulatorEnded: emulator?.ended ?? NEVER };
}

/** An emulator of our own unless there is AWS already, and in it what every CDK deploy needs. */
async function prepareAws({ step, signal, undo, ...options }: Start, target: Target): Promise<Emulator | undefined> {
  let emulator: Emulator | undefined;
  if (options.endpoint === undefined) {
    const port = Number(new URL(target.endpoint).port);
    emulator = await runEmulator({ ...target, port, step, signal });
    undo.push(emulator.stop);
  }
  await step('bootstrap', () => bootstrap(target, signal));
  return emulator;
}

async function prepareAssembly({ step, signal }: Start, target: Target): Promise<void> {
  await step('build of all functions', () => buildFunctions({ out: codeOf(target) }));
  await step('synthesis of the CDK app', () => synthesize(target, signal));
}

/** Waits for both; the first that fails makes the other end, and is thrown when it has. */
async function together<One, Other>(failing: AbortController, one: Promise<One>, other: Promise<Other>) {
  const both = Promise.all([one, other]);
  both.catch((error) => failing.abort(error));
  await Promise.allSettled([one, other]);
  return both;
}

const addressesOf = ({ endpoint, port, region }: Target) => ({
  base_url: `http://127.0.0.1:${port}/api/v1`,
  app_url: `http://127.0.0.1:${port}`,
  endpoint_url: endpoint,
  region,
});
