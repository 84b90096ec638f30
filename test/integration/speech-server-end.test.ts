import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { eventually } from '#test/integration/stack-client';
import { afterEach, beforeEach, describe, expect, it } from '#test/support/jest';

const AUDIO = join(import.meta.dirname, '../../assets/simulator/beta-launch/audio.wav');

/** A process that starts the speech server, prints its address, and waits. */
const OWNER = `
import { silentStep } from '#bin/cli/progress';
import { runSpeechServer } from '#bin/stack/speech/speech-server';
const { signal } = new AbortController();
const { url } = await runSpeechServer({ stateDir: process.argv[1], step: silentStep, signal });
console.log(url);
setInterval(() => undefined, 60_000);
`;

let folder: string;
let owner: ChildProcess;
let url: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rapporteur-speech-'));
  owner = spawn(process.execPath, ['--input-type=module', '--eval', OWNER, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (!owner.stdout) throw new Error('The process has no output.');
  [url] = await once(createInterface(owner.stdout), 'line');
});
afterEach(async () => {
  owner.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

/** `ended` once nothing listens any more, `ending` where the server ended within its response. */
const state = async (): Promise<string> => {
  const response = await fetch(`${url}/health`).catch(() => undefined);
  if (!response) return 'ended';
  const health = (await response.json().catch(() => undefined)) as { readonly busy: boolean } | undefined;
  if (!health) return 'ending';
  return health.busy ? 'busy' : 'idle';
};

/** No code of the process runs at its end. */
const killOwner = async () => {
  owner.kill('SIGKILL');
  await once(owner, 'exit');
};

describe('the speech server whose process was killed', () => {
  it('ends', async () => {
    expect(await state()).toBe('idle');

    await killOwner();

    expect(await eventually(state, (now) => now === 'ended')).toBe('ended');
  });

  it('ends while it transcribes', async () => {
    const body = new FormData();
    body.set('file', new Blob([new Uint8Array(await readFile(AUDIO))]), 'audio.wav');
    const upload = fetch(`${url}/v1/audio/transcriptions`, { method: 'POST', body }).catch(() => 'broken off');
    await eventually(state, (now) => now === 'busy');

    await killOwner();

    expect(await eventually(state, (now) => now === 'ended')).toBe('ended');
    expect(await upload).toBe('broken off');
  });
});
