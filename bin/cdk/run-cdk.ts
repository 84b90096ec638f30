import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { CliError } from '#bin/cli/cli-error';
import { PACKAGE_BIN_DIR, PROJECT_DIR } from '#bin/paths';
import { type AwsEndpoint, emulatorConfig } from '#bin/stack/emulator-config';
import { runGroup } from '#bin/stack/process-group';

/** The emulator that CDK deploys to. */
export interface CdkTarget extends AwsEndpoint {
  /** Folder of this stack alone, for the assembly and the logs. */
  readonly stateDir: string;
}

/** The account that emulators give to the access key `test`. */
const ACCOUNT = '000000000000';

/** Folder with the synthesized templates. */
export const assemblyDir = ({ stateDir }: CdkTarget) => join(stateDir, 'cdk.out');

/** Creates the bucket and the roles that every CDK deployment needs. */
export const bootstrap = (target: CdkTarget, signal: AbortSignal) =>
  cdk('bootstrap', [`aws://${ACCOUNT}/${target.region}`], target, signal);

/** Deploys the synthesized templates. `direct`: after a deployment without changes the emulator loses change sets. */
export const deploy = (target: CdkTarget, signal: AbortSignal) => {
  const options = ['--method', 'direct', '--require-approval', 'never', '--concurrency', '2'];
  return cdk('deploy', ['--all', '--app', assemblyDir(target), ...options], target, signal);
};

/** In the state folder, which has no cdk.json: with one, every cdk command would synthesize. */
const cdk = (name: string, args: readonly string[], target: CdkTarget, signal: AbortSignal): Promise<void> => {
  const program = join(PACKAGE_BIN_DIR, 'cdk');
  return run({ name, program, args: [name, ...args, '--no-notices'], cwd: target.stateDir }, target, signal);
};

/**
 * Runs the CDK app as `cdk synth` does. Without the CDK command, which would first request the account from AWS: it is
 * known here, and the emulator may not respond yet.
 */
export async function synthesize(
  target: CdkTarget,
  context: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<void> {
  await rm(assemblyDir(target), { recursive: true, force: true });
  const cdkJson: CdkJson = JSON.parse(await readFile(join(PROJECT_DIR, 'cdk.json'), 'utf8'));
  const env = {
    CDK_OUTDIR: assemblyDir(target),
    // Half of the time. Tests hold the templates to the rules; the emulator has none.
    CDK_VALIDATION: 'false',
    CDK_CONTEXT_JSON: JSON.stringify({ ...cdkJson.context, ...context }),
    CDK_DEFAULT_ACCOUNT: ACCOUNT,
    CDK_DEFAULT_REGION: target.region,
  };
  await run({ name: 'synth', program: 'sh', args: ['-c', cdkJson.app], cwd: PROJECT_DIR, env }, target, signal);
}

interface CdkJson {
  readonly app: string;
  readonly context: Readonly<Record<string, unknown>>;
}

interface Program {
  /** Of the log and in errors. */
  readonly name: string;
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env?: NodeJS.ProcessEnv;
}

async function run({ name, program, args, cwd, env }: Program, target: CdkTarget, signal: AbortSignal): Promise<void> {
  const logFile = join(target.stateDir, `${name}.log`);
  await rm(logFile, { force: true });
  const options = { cwd, env: { ...cdkEnvironment(target), ...env }, logFile, signal };
  if ((await runGroup(program, args, options)) === 0) return;
  const reason = failureIn(await readFile(logFile, 'utf8'));
  throw new CliError(`cdk ${name} failed${reason && `: ${reason}`} (the whole log is ${logFile})`);
}

/** Without the AWS_ variables of the user: a local deployment never reaches a real account. */
function cdkEnvironment({ endpoint, region }: CdkTarget): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('AWS_') && name !== 'NODE_OPTIONS');
  const { credentials } = emulatorConfig({ endpoint, region });
  return {
    ...Object.fromEntries(inherited),
    PATH: `${PACKAGE_BIN_DIR}:${process.env['PATH'] ?? ''}`,
    NO_PROXY: '127.0.0.1,localhost',
    AWS_ENDPOINT_URL: endpoint,
    AWS_REGION: region,
    AWS_DEFAULT_REGION: region,
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    CDK_DISABLE_VERSION_CHECK: '1',
    CDK_DISABLE_CLI_TELEMETRY: 'true',
  };
}

const MAX_REASON_LENGTH = 300;

/** The reason in a CDK log: the last line that says `failed:`, else the first that names an error; else empty. */
export function failureIn(log: string): string {
  const lines = stripVTControlCharacters(log)
    .split('\n')
    .map((line) => line.trim());
  const last = lines.findLastIndex((line) => line.includes('failed:'));
  const from = last === -1 ? lines.findIndex((line) => /Error\b.*:/.test(line)) : last;
  if (from === -1) return '';
  // After a colon the next two lines name the resource and its error.
  const reason = lines.slice(from, from + (lines[from]?.endsWith(':') ? 3 : 1)).join(' ');
  return reason.replace(/^[^\p{Letter}]+/u, '').slice(0, MAX_REASON_LENGTH);
}
