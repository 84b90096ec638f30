import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stackFile } from '#test/integration/stack-client';
import { afterAll, beforeAll, describe, expect, it } from '#test/support/jest';
import { runScript } from '#test/support/run-script';
import { firstSeconds } from '#test/support/shipped-meeting';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rapporteur-transcribe-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const transcribe = (name: string, ...args: readonly string[]) =>
  runScript('transcribe', [join(folder, name), '--stack', stackFile(), ...args]);

describe('npm run transcribe', () => {
  it('makes subtitles of real speech, and saves them in another format', async () => {
    await writeFile(join(folder, 'talk.wav'), await firstSeconds(4.4));

    const printed = await transcribe('talk.wav', '--language', 'en', '--subtitles', '--export', 'vtt', '--json');

    const { text, language, saved, audio_length_in_seconds } = JSON.parse(printed);
    expect([language, audio_length_in_seconds, saved]).toEqual(['en', 4.4, join(folder, 'talk.vtt')]);
    expect(text.toLowerCase()).toMatch(/^1\n00:00:0\d,\d{3} --> 00:00:0\d,\d{3}\ngood morning/);
    expect((await readFile(saved, 'utf8')).toLowerCase()).toMatch(/^webvtt\n[\s\S]*good morning/);
  });

  it('prints why an order failed', async () => {
    await writeFile(join(folder, 'notes.mp3'), 'no sound');

    await expect(transcribe('notes.mp3')).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^The file is no MP3, .* \(unsupported_media\)\.$/m),
    });
  });
});
