import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { installTools, toolProgram } from '#bin/tools';

/** A scenario, or with `scenario:check` one check of it, that the connector does not pass, and why. */
export type NotApplicable = Readonly<Record<string, string>>;

interface ServerScenarios {
  readonly url: string;
  readonly version: string;
  readonly notApplicable: NotApplicable;
}

export interface ConformanceRun {
  readonly code: number | null;
  readonly output: string;
}

/**
 * Runs all server scenarios of one version of the protocol. It fails where a scenario fails that is not in the list, and
 * where one of the list passes.
 */
export async function runServerScenarios({ url, version, notApplicable }: ServerScenarios): Promise<ConformanceRun> {
  const folder = await mkdtemp(join(tmpdir(), 'conformance-'));
  try {
    const list = join(folder, 'list.yaml');
    // JSON is YAML.
    await writeFile(list, JSON.stringify({ server: Object.keys(notApplicable) }));
    return await run([
      'server',
      '--url',
      url,
      '--suite',
      'all',
      '--spec-version',
      version,
      '--expected-failures',
      list,
    ]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface AuthorizationScenarios {
  /** The issuer. */
  readonly url: string;
  readonly version: string;
  readonly clientId: string;
  readonly resource: string;
  /** Of the redirect `http://127.0.0.1:<port>/callback`. */
  readonly port: number;
  /** Opens what the program asks a user to open. */
  readonly visit: (url: string) => Promise<unknown>;
}

/** Runs all authorization scenarios of one version of the protocol, with a user who opens a URL. */
export function runAuthorizationScenarios({
  url,
  version,
  clientId,
  resource,
  port,
  visit,
}: AuthorizationScenarios): Promise<ConformanceRun> {
  const about = ['--url', url, '--spec-version', version, '--resource', resource];
  const client = ['--client-id', clientId, '--port', String(port)];
  return run(['authorization', ...about, ...client], async (line) => {
    if (line.includes('code_challenge=')) await visit(/https?:\S+/.exec(line)?.[0] ?? '');
  });
}

async function run(args: readonly string[], onLine?: (line: string) => Promise<void>): Promise<ConformanceRun> {
  await installTools();
  const child = spawn(process.execPath, [toolProgram('conformance'), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const lines: string[] = [];
  try {
    for await (const line of createInterface(child.stdout)) {
      lines.push(line);
      await onLine?.(line);
    }
    return { code: await ended, output: lines.join('\n') };
  } finally {
    // Where `onLine` fails, it would wait for the user.
    child.kill();
  }
}
