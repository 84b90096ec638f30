import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readTalkRecording } from '#bin/stack/talk-recording';
import { aNumberedWav } from '#test/doubles/recorders/openai-speech/a-speech-server';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rapporteur-talk-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the file of npm start -- --talk', () => {
  it('is a WAV', async () => {
    const file = join(folder, 'talk.wav');
    await writeFile(file, aNumberedWav(1));

    expect(await readTalkRecording(file)).toEqual(aNumberedWav(1));
  });

  it('fails where it is not there, no WAV, or too large', async () => {
    const [text, large] = [join(folder, 'talk.mp3'), join(folder, 'large.wav')];
    await writeFile(text, 'no sound');
    await writeFile(large, '');
    await truncate(large, 201 * 1024 * 1024);

    await expect(readTalkRecording(join(folder, 'none.wav'))).rejects.toThrow('--talk: there is no file');
    await expect(readTalkRecording(text)).rejects.toThrow('is no WAV file of PCM; ffmpeg -i');
    await expect(readTalkRecording(large)).rejects.toThrow('has more than 200 MiB');
  });
});
