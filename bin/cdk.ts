import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { runGroup } from '#bin/child';
import { CouldNotStart } from '#bin/could-not-start';
import type { LimitsGiven } from '#shared/core/limits';

/** Where stacks are deployed to, and what the CDK app is told about the stage. */
export interface Target {
  readonly endpoint: string;
  readonly region: string;
  /** Port of the front door: links that the service hands out lead there. */
  readonly port: number;
  /** Whether the AWS there has Cognito; it does unless it says so. */
  readonly hasSignIn?: boolean;
  readonly timeScale: number;
  /** Limits that are not the documented ones. */
  readonly limits?: LimitsGiven;
  /** Origins of the test providers of calendars. */
  readonly testProviders: Readonly<Record<string, string>>;
  /** Folder with cdk.json. */
  readonly projectDir: string;
  /** Folder of this stack alone. */
  readonly stateDir: string;
}

/** The account that emulators give to the access key `test`. */
const ACCOUNT = '000000000000';

/** Folder with the synthesized templates. */
export const assemblyOf = ({ stateDir }: Pick<Target, 'stateDir'>) => join(stateDir, 'cdk.out');

/** Folder with the code of the functions. */
export const codeOf = ({ stateDir }: Pick<Target, 'stateDir'>) => join(stateDir, 'dist');

/** Makes the bucket and the roles that every CDK deploy needs. Run where no cdk.json is, else it would synthesize too. */
export const bootstrap = (target: Target, signal: AbortSignal) =>
  cdk('bootstrap', [`aws://${ACCOUNT}/${target.region}`], { target, cwd: target.stateDir, signal });

/**
 * Runs the CDK app once, as `cdk synth` does but without it: the tool would first ask AWS for the account, which is
 * known here and may not answer yet.
 */
export async function synthesize(target: Target, signal: AbortSignal): Promise<void> {
  const { projectDir, port, endpoint, hasSignIn = true, timeScale, limits, testProviders, region } = target;
  await rm(assemblyOf(target), { recursive: true, force: true });
  const { app, context } = JSON.parse(await readFile(join(projectDir, 'cdk.json'), 'utf8')) as CdkSettings;
  const signIn = hasSignIn ? 'hosted' : 'none';
  const said = {
    port: String(port),
    endpoint,
    signIn,
    timeScale: String(timeScale),
    limits: JSON.stringify(limits ?? {}),
  };
  const providers = { testProviders: JSON.stringify(testProviders) };
  const stage = { stage: 'local', ...said, ...providers, dist: codeOf(target) };
  const env = {
    CDK_OUTDIR: assemblyOf(target),
    CDK_CONTEXT_JSON: JSON.stringify({ ...context, ...stage }),
    CDK_DEFAULT_ACCOUNT: ACCOUNT,
    CDK_DEFAULT_REGION: region,
  };
  await run({ name: 'synth', program: 'sh', args: ['-c', app] }, { target, cwd: projectDir, env, signal });
}

interface CdkSettings {
  readonly app: string;
  readonly context?: Readonly<Record<string, unknown>>;
}

/** Deploys what was synthesized. Directly: after a deploy without changes the emulator loses change sets. */
export const deploy = (target: Target, signal: AbortSignal) =>
  cdk(
    'deploy',
    ['--all', '--app', assemblyOf(target), '--method', 'direct', '--require-approval', 'never', '--concurrency', '2'],
    { target, cwd: target.stateDir, signal },
  );

interface Surroundings {
  readonly target: Target;
  readonly cwd: string;
  readonly signal: AbortSignal;
  readonly env?: NodeJS.ProcessEnv;
}

const cdk = (command: string, args: readonly string[], surroundings: Surroundings): Promise<void> => {
  const program = join(binariesOf(surroundings.target), 'cdk');
  return run({ name: command, program, args: [command, ...args, '--no-notices'] }, surroundings);
};

interface Program {
  readonly name: string;
  readonly program: string;
  readonly args: readonly string[];
}

async function run({ name, program, args }: Program, { target, cwd, env, signal }: Surroundings): Promise<void> {
  const logFile = join(target.stateDir, `${name}.log`);
  await rm(logFile, { force: true });
  const code = await runGroup(program, args, { cwd, env: { ...cdkEnvironment(target), ...env }, logFile, signal });
  if (code === 0) return;
  const reason = failureIn(await readFile(logFile, 'utf8'));
  throw new CouldNotStart(`cdk ${name} failed${reason && `: ${reason}`} (the whole log is ${logFile})`);
}

const binariesOf = ({ projectDir }: Target) => join(projectDir, 'node_modules', '.bin');

/** The caller's own AWS settings stay out, so that nothing of this can ever reach a real account. */
function cdkEnvironment(target: Target): NodeJS.ProcessEnv {
  const { endpoint, region } = target;
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('AWS_') && name !== 'NODE_OPTIONS');
  return {
    ...Object.fromEntries(own),
    PATH: `${binariesOf(target)}:${process.env['PATH'] ?? ''}`,
    NO_PROXY: '127.0.0.1,localhost',
    AWS_ENDPOINT_URL: endpoint,
    AWS_REGION: region,
    AWS_DEFAULT_REGION: region,
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    CDK_DISABLE_VERSION_CHECK: '1',
    CDK_DISABLE_CLI_TELEMETRY: 'true',
  };
}

const LONGEST_REASON = 300;

/** What a log says went wrong: the last sentence about a failure, else the first that names an error. */
export function failureIn(log: string): string {
  const lines = stripVTControlCharacters(log)
    .split('\n')
    .map((line) => line.trim());
  const last = lines.findLastIndex((line) => line.includes('failed:'));
  const from = last === -1 ? lines.findIndex((line) => /Error\b.*:/.test(line)) : last;
  if (from === -1) return '';
  // A line that ends in a colon is finished by the next two: the resource, and what is wrong with it.
  const reason = lines.slice(from, from + (lines[from]?.endsWith(':') ? 3 : 1));
  return reason
    .join(' ')
    .replace(/^[^\p{Letter}]+/u, '')
    .slice(0, LONGEST_REASON);
}
