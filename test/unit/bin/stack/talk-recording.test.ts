import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readTalkRecording } from '#bin/stack/talk-recording';
import type { OwnTalk } from '#shared/capture/recorders/simulator/configured-audio';
import { aNumberedWav } from '#test/doubles/recorders/openai-speech/a-speech-server';
import { afterAll, beforeAll, describe, expect, it } from '#test/support/jest';
import { aVideo, mediaOf } from '#test/unit/media/media-files';
import { packetsIn, remuxed } from '#test/unit/media/some-audio';

const MIB = 1024 * 1024;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rapporteur-talk-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function written(name: string, bytes: Uint8Array | string): Promise<string> {
  const file = join(folder, name);
  await writeFile(file, bytes);
  return file;
}

async function talkOf(name: string, bytes: Uint8Array): Promise<Extract<OwnTalk, { format: 'm4a' }>> {
  const talk = await readTalkRecording(await written(name, bytes));
  if (talk.format !== 'm4a') throw new Error(`It is ${talk.format}.`);
  return talk;
}

const hexOf = async (file: Uint8Array) => (await packetsIn(file)).map(({ hex }) => hex);

describe('the file of npm start -- --talk', () => {
  it('is a WAV as it is', async () => {
    const talk = await readTalkRecording(await written('talk.wav', aNumberedWav(3)));

    expect(talk).toEqual({ format: 'wav', bytes: aNumberedWav(3), durationSeconds: 3 });
  });

  it.each([
    ['an MP4 with a video', 'video.mp4', aVideo],
    ['a MOV', 'talk.mov', () => mediaOf.mov(5)],
    ['an M4A', 'talk.m4a', () => remuxed('MP4', 'aac', 5)],
    ['an MP3', 'talk.mp3', () => mediaOf.mp3(5)],
    ['an Ogg with Opus', 'talk.ogg', () => remuxed('Ogg', 'opus with a header', 5)],
    ['a WebM', 'talk.webm', () => remuxed('WebM', 'opus', 5)],
    ['a FLAC', 'talk.flac', () => mediaOf.flac(5)],
    ['AAC without a container', 'talk.aac', () => mediaOf.aac(5)],
  ])('is the sound of %s, copied into an MP4', async (_format, name, make) => {
    const file = await make();

    const { bytes, durationSeconds } = await talkOf(name, file);

    const source = await hexOf(file);
    expect(source.length).toBeGreaterThan(4);
    // ADTS has a header of seven bytes before each packet, which MP4 has once.
    expect(await hexOf(bytes)).toEqual(name === 'talk.aac' ? source.map((hex) => hex.slice(14)) : source);
    const seconds = { 'video.mp4': 52.86, 'talk.flac': 4.1 }[name] ?? 5;
    expect(Math.abs(durationSeconds - seconds)).toBeLessThan(0.1);
  });

  it('begins a fragment of the MP4 every second or so', async () => {
    const { bytes, fragments } = await talkOf('seconds.m4a', await remuxed('MP4', 'aac', 5));

    expect(fragments.map(([, seconds]) => Math.floor(seconds))).toEqual([0, 1, 2, 3, 4]);
    expect(fragments.map(([firstByte]) => Buffer.from(bytes).toString('latin1', firstByte + 4, firstByte + 8))).toEqual(
      Array(5).fill('moof'),
    );
  });

  it('is not there', async () => {
    await expect(readTalkRecording(join(folder, 'none.wav'))).rejects.toThrow('--talk: there is no file');
    await expect(readTalkRecording(folder)).rejects.toThrow('--talk: there is no file');
  });

  it.each([
    ['a text', 'talk.txt', async () => 'no sound', 'is no WAV of PCM of at most 200 MiB; ffmpeg -i'],
    ['a video without sound', 'silent.mkv', () => mediaOf.silent(5), 'has no sound'],
    [
      'a WAV of another format than PCM',
      'law.wav',
      async () => Buffer.from(aNumberedWav(1)).fill(7, 20, 21),
      'has no AAC',
    ],
  ])('fails for %s', async (_what, name, make, message) => {
    await expect(readTalkRecording(await written(name, await make()))).rejects.toThrow(message);
  });

  it('fails for a file of more than 2 GiB', async () => {
    const file = await written('large.mp4', '');
    await truncate(file, 2049 * MIB);

    await expect(readTalkRecording(file)).rejects.toThrow('has more than 2 GiB');
  });

  it('fails for more than 200 MiB of PCM', async () => {
    const file = await written('large.wav', aNumberedWav(1));
    await truncate(file, 201 * MIB);

    await expect(readTalkRecording(file)).rejects.toThrow('is no WAV of PCM of at most 200 MiB');
  });
});
