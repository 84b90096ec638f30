import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Step } from '#bin/cli/progress';
import { createResources, type Target } from '#bin/fuzz/create-resources';
import { fuzzDocument } from '#bin/fuzz/fuzz-document';
import { newUser } from '#bin/fuzz/new-user';
import { schemathesisConfig } from '#bin/fuzz/schemathesis-config';
import { STATE_DIR } from '#bin/paths';
import type { PythonTool } from '#bin/stack/emulator/python';
import { ensureEnvironment } from '#bin/stack/emulator/virtual-environment';
import { runningStack } from '#bin/stack/stack-file';
import { startStack } from '#bin/stack/start-stack';
import type { JsonObject } from '#shared/foundation/core/json';

export const FUZZER: PythonTool = { tool: 'The fuzzer', minPythonMinor: 11 };

const MANY = 1_000_000;

/** Limits that a run on a stack of its own does not reach. */
const LIMITS = {
  members: MANY,
  pushes: MANY,
  bots: MANY,
  workspaces: MANY,
  webhook_tests: MANY,
  redeliveries: MANY,
  bulk_redeliveries: MANY,
  calendar_syncs: MANY,
  calendar_feeds: MANY,
  files: MANY,
  file_bytes: MANY,
  settings: MANY,
  templates: MANY,
  brand_kits: MANY,
  connect_links: MANY,
  handoffs: MANY,
};

/** A run up to this long leaves out the `coverage` phase, which takes a minute by itself. */
const SHORT_RUN_SECONDS = 90;

interface FuzzRun {
  /** The same seed generates the same requests from the same document. */
  readonly seed: number;
  readonly seconds: number;
  /** The stack.json of a running stack, which gets a user for the run; without it a stack is started. */
  readonly stack?: string | undefined;
  /** Folder of this run alone. */
  readonly folder: string;
  readonly step: Step;
  readonly signal: AbortSignal;
}

/** Fuzzes a stack by its OpenAPI document. Answers the exit code of the fuzzer: 0 without findings. */
export async function runFuzz(run: FuzzRun): Promise<number> {
  const { folder, step, signal } = run;
  await mkdir(folder, { recursive: true });
  const python = await step('Python environment with the fuzzer', () =>
    ensureEnvironment({
      ...FUZZER,
      folder: join(STATE_DIR, 'fuzz-venv'),
      requirements: join(import.meta.dirname, 'requirements.txt'),
      signal,
    }),
  );
  const { target, stop } = await targetOf(run);
  try {
    await step('resources to request', () => writeInput(folder, target));
    return await runSchemathesis(python, target, run);
  } finally {
    await stop();
  }
}

async function targetOf({ stack, folder, step, signal }: FuzzRun) {
  if (stack !== undefined) return { target: await newUser(await runningStack(stack)), stop: async () => undefined };
  const stateDir = join(folder, 'stack');
  const running = await startStack({ port: 0, timeScale: 0.02, limits: LIMITS, stateDir, step, signal });
  return { target: running.stack, stop: running.stop };
}

async function writeInput(folder: string, target: Target): Promise<void> {
  const document: JsonObject = JSON.parse(await (await fetch(`${target.base_url}/openapi.json`)).text());
  const config = schemathesisConfig({
    base: await readFile(join(import.meta.dirname, 'schemathesis.toml'), 'utf8'),
    hooks: join(import.meta.dirname, 'hooks.py'),
    document,
    ids: await createResources(target),
  });
  await writeFile(join(folder, 'schemathesis.toml'), config);
  await writeFile(join(folder, 'document.json'), JSON.stringify(fuzzDocument(document)));
}

async function runSchemathesis(
  python: string,
  target: Target,
  { folder, signal, seed, seconds }: FuzzRun,
): Promise<number> {
  const phases = ['examples', ...(seconds > SHORT_RUN_SECONDS ? ['coverage'] : []), 'fuzzing', 'stateful'];
  const command = ['-m', 'schemathesis.cli', '--config-file', 'schemathesis.toml', 'run', 'document.json'];
  const options = {
    '--url': target.base_url,
    '--header': `Authorization: ${target.api_key}`,
    '--phases': phases.join(','),
    '--seed': String(seed),
    '--max-time': String(seconds),
    // The generator is not thread-safe.
    '--workers': '1',
  };
  const args = [...command, '--continue-on-failure', ...Object.entries(options).flat()];
  const env = { ...process.env, FUZZ_WORKSPACE: target.workspace_id };
  const [code] = await once(spawn(python, args, { cwd: folder, stdio: 'inherit', env, signal }), 'exit');
  return code ?? 1;
}
