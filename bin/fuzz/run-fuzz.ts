import { spawn } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Purpose } from '#bin/emulator/python';
import { ensureEnvironment } from '#bin/emulator/virtual-environment';
import { fuzzDocument } from '#bin/fuzz/fuzz-document';
import type { FuzzOptions } from '#bin/fuzz/fuzz-options';
import { fuzzSettings } from '#bin/fuzz/fuzz-settings';
import { prepareFuzz } from '#bin/fuzz/prepare-fuzz';
import { startStack } from '#bin/stack';
import type { Stack } from '#bin/stack-file';
import type { Step } from '#bin/steps';
import type { JsonObject } from '#shared/core/json';

const PROJECT = resolve(import.meta.dirname, '../..');

export const FOR_FUZZING: Purpose = { tool: 'The fuzzer', leastMinor: 11 };

/** Out of reach for a run of minutes: what is tried is each request, not how many. */
const NO_LIMITS = Object.fromEntries(
  [
    'members',
    'pushes',
    'bots',
    'workspaces',
    'webhook_tests',
    'redeliveries',
    'bulk_redeliveries',
    'calendar_syncs',
    'handoffs',
  ].map((name) => [name, 1_000_000]),
);

/** Up to this many seconds the phase that walks through every boundary is left out: it alone takes a minute. */
const SHORT_SECONDS = 90;

interface FuzzRun extends FuzzOptions {
  /** Of this run alone. */
  readonly folder: string;
  readonly step: Step;
  readonly signal: AbortSignal;
}

/** Fuzzes a stack of its own by its own OpenAPI document. Answers the fuzzer's exit code: 0 when nothing was found. */
export async function runFuzz({ folder, step, signal, ...options }: FuzzRun): Promise<number> {
  await mkdir(folder, { recursive: true });
  const python = await step('Python environment with the fuzzer', () =>
    ensureEnvironment({
      folder: join(PROJECT, '.local', 'fuzz-venv'),
      requirements: join(import.meta.dirname, 'requirements.txt'),
      signal,
      purpose: FOR_FUZZING,
    }),
  );
  const stateDir = join(folder, 'stack');
  const running = await startStack({ port: 0, timeScale: 0.02, limits: NO_LIMITS, stateDir, step, signal });
  try {
    await step('things to ask about', () => writeInput(folder, running.stack));
    return await fuzz(python, running.stack, { folder, signal, ...options });
  } finally {
    await running.stop();
  }
}

async function writeInput(folder: string, stack: Stack): Promise<void> {
  const document = (await (await fetch(`${stack.base_url}/openapi.json`)).json()) as JsonObject;
  const settings = fuzzSettings({
    base: await readFile(join(import.meta.dirname, 'schemathesis.toml'), 'utf8'),
    hooks: join(import.meta.dirname, 'hooks.py'),
    document,
    ids: await prepareFuzz(stack),
  });
  await writeFile(join(folder, 'schemathesis.toml'), settings);
  await writeFile(join(folder, 'document.json'), JSON.stringify(fuzzDocument(document)));
}

function fuzz(python: string, stack: Stack, { folder, signal, seed, seconds }: Omit<FuzzRun, 'step'>): Promise<number> {
  const phases = ['examples', ...(seconds > SHORT_SECONDS ? ['coverage'] : []), 'fuzzing', 'stateful'];
  const words = ['-m', 'schemathesis.cli', '--config-file', 'schemathesis.toml', 'run', 'document.json'];
  const options = {
    '--url': stack.base_url,
    '--header': `Authorization: ${stack.api_key}`,
    '--phases': phases.join(','),
    '--seed': String(seed),
    '--max-time': String(seconds),
    // The generator of requests trips over itself in two threads.
    '--workers': '1',
  };
  const env = { ...process.env, FUZZ_WORKSPACE: stack.workspace_id };
  return new Promise((done, fail) => {
    const args = [...words, '--continue-on-failure', ...Object.entries(options).flat()];
    const child = spawn(python, args, { cwd: folder, stdio: 'inherit', env, signal });
    child.once('error', fail);
    child.once('exit', (code) => done(code ?? 1));
  });
}
