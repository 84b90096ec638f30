import { join } from 'node:path';
import { storeConfiguredAudio, withConfiguredAudio } from '#shared/capture/recorders/simulator/configured-audio';
import { meetingsInFolder } from '#shared/capture/recorders/simulator/recorded-meeting';
import { simulatorRecorder } from '#shared/capture/recorders/simulator/simulator-recorder';
import type { BotId } from '#shared/foundation/core/ids';
import { type Instant, later } from '#shared/foundation/core/time';
import type { ByteRange } from '#shared/foundation/files/rules/open-media';
import type { Recorder, RecordingOrder } from '#shared/meetings/recorders/ports';
import type { RecordedFile } from '#shared/meetings/recorders/rules/observation';
import { aNumberedWav } from '#test/doubles/recorders/openai-speech/a-speech-server';
import { inMemoryFiles } from '#test/support/in-memory-files';
import { beforeEach, describe, expect, it } from '#test/support/jest';

const noon = Date.UTC(2026, 10, 20, 12) as Instant;
const botId = 'bot_01' as BotId;
const bot = { botId, externalId: botId };
const WHOLE: ByteRange = { firstByte: 0, lastByte: null, etag: null };
const meetings = meetingsInFolder(join(process.cwd(), 'assets/simulator'));
const LOBBY_MS = 5_000;
const MEETING_MS = 52_795;

let now = noon;
let files = inMemoryFiles();
let recorder: Recorder;

beforeEach(() => {
  now = noon;
  files = inMemoryFiles();
  recorder = fakeRecorder();
});

const fakeRecorder = (timeScale = 1): Recorder =>
  simulatorRecorder({
    files,
    meetings: withConfiguredAudio(meetings, files),
    clock: { now: () => now },
    timeScale: { scaled: (ms) => ms * timeScale },
  });

const anOrder = (changes: Partial<RecordingOrder> = {}): RecordingOrder => ({
  botId,
  meetingUrl: 'https://zoom.us/j/1234567890?pwd=secret',
  botName: 'Notetaker',
  welcomeMessage: null,
  mode: 'audio_and_video',
  start: 'on_join',
  silenceAlert: false,
  language: 'auto',
  lobbySeconds: 600,
  ...changes,
});
const scenario = (code: string) => anOrder({ meetingUrl: `https://meet.google.com/abc-${code}-def` });

const pass = (milliseconds: number) => {
  now = later(now, milliseconds);
};
const storedText = () => Buffer.concat([...files.files.values()]).toString();
const ended = async () => {
  const observation = await recorder.observe(bot);
  if (observation?.state !== 'ended' || !observation.files) throw new Error(`still ${observation?.state}`);
  return { ...observation, files: observation.files };
};
const download = async (file: RecordedFile | undefined, range = WHOLE) => {
  if (!file) throw new Error('There is no such file.');
  const { stream } = await recorder.openMedia(bot, file, range);
  return new Uint8Array(await new Response(stream).arrayBuffer());
};
const transcript = async () => {
  const made = await recorder.transcript(bot);
  return made?.status === 'done' ? made.transcript : undefined;
};

describe('the simulator', () => {
  it('plays a meeting from the lobby to the files', async () => {
    await recorder.send(anOrder());
    expect(await recorder.observe(bot)).toEqual({ state: 'joining', lookAgainAt: later(noon, LOBBY_MS) });

    pass(LOBBY_MS);
    expect(await recorder.observe(bot)).toEqual({
      state: 'recording',
      startedAt: later(noon, LOBBY_MS),
      lookAgainAt: later(noon, LOBBY_MS + MEETING_MS),
    });

    pass(MEETING_MS);
    expect(await ended()).toMatchObject({
      startedAt: later(noon, LOBBY_MS),
      endedAt: later(noon, LOBBY_MS + MEETING_MS),
      durationSeconds: MEETING_MS / 1000,
      lookAgainAt: null,
    });
    expect((await ended()).files.map(({ name, kind }) => [name, kind])).toEqual([
      ['audio.wav', 'audio'],
      ['video.mp4', 'video'],
    ]);
  });

  it('answers every file in the size it announced', async () => {
    await recorder.send(anOrder());
    pass(60_000);

    for (const file of (await ended()).files) expect((await download(file)).length).toBe(file.sizeBytes);
  });

  it('opens a file from the middle', async () => {
    await recorder.send(anOrder());
    pass(60_000);
    const [audio] = (await ended()).files;
    const whole = await download(audio);

    expect(await download(audio, { firstByte: 100, lastByte: 199, etag: null })).toEqual(whole.slice(100, 200));
  });

  it('finds a bot that was sent', async () => {
    expect(await recorder.find(anOrder())).toBeUndefined();
    await recorder.send(anOrder());

    expect(await recorder.find(anOrder())).toEqual({ externalId: botId, otherIds: [] });
  });

  it('knows nothing of a bot that was never sent', async () => {
    expect(await recorder.observe(bot)).toBeUndefined();
    expect(await recorder.transcript(bot)).toBeUndefined();
  });

  it('sends one bot, however often it is asked', async () => {
    await recorder.send(anOrder());
    pass(2_000);
    await recorder.send(scenario('nour'));

    expect(await recorder.observe(bot)).toEqual({ state: 'joining', lookAgainAt: later(noon, LOBBY_MS) });
  });

  it('keeps neither the link nor the name', async () => {
    await recorder.send(anOrder());

    expect(storedText()).not.toMatch(/secret|zoom|Notetaker/);
  });

  it('records audio alone when that is the order', async () => {
    await recorder.send(anOrder({ mode: 'audio_only' }));
    pass(60_000);

    expect((await ended()).files.map((file) => file.kind)).toEqual(['audio']);
  });

  it('plays faster at a smaller time scale, a recording of the same length', async () => {
    recorder = fakeRecorder(0.01);
    await recorder.send(anOrder());
    pass(578);

    expect(await ended()).toMatchObject({
      startedAt: later(noon, 50),
      endedAt: later(noon, 578),
      durationSeconds: 52.795,
    });
  });

  it('has a transcript with the words of all three voices once the recording has ended', async () => {
    await recorder.send(anOrder());
    pass(30_000);
    expect(await recorder.transcript(bot)).toBeUndefined();

    pass(30_000);

    expect((await transcript())?.speakers.map((speaker) => speaker.name)).toEqual(['Maya', 'Ross', 'Alan']);
  });
});

describe('a simulated bot that leaves early', () => {
  beforeEach(async () => {
    await recorder.send(anOrder());
    pass(LOBBY_MS + 10_500);
    await recorder.leave(bot);
    pass(1_000);
    await recorder.leave(bot);
  });

  it('has a recording up to there', async () => {
    expect(await ended()).toMatchObject({ endedAt: later(noon, LOBBY_MS + 10_500), durationSeconds: 10.5 });
  });

  it('has audio up to there, and video to the end of that second', async () => {
    const [audio, video] = (await ended()).files;
    const wav = await download(audio);

    expect(wav.length).toBe(44 + 10.5 * 16_000 * 2);
    expect(new DataView(wav.buffer).getUint32(40, true)).toBe(10.5 * 16_000 * 2);
    expect((await download(video)).length).toBe(video?.sizeBytes);
  });

  it('has the transcript up to there', async () => {
    const segments = (await transcript())?.segments ?? [];

    expect(segments.map((segment) => segment.text)).toEqual([
      'Good morning everyone. Today we have to settle the date of the beta launch.',
      'The sign up page is ready. The only open problem is that invoices take too long to',
    ]);
  });
});

describe('a simulated bot that is cancelled', () => {
  it('has nothing any more', async () => {
    await recorder.send(anOrder());
    pass(20_000);
    await recorder.cancel(bot);
    pass(60_000);

    expect(await recorder.observe(bot)).toMatchObject({ state: 'failed', failure: 'no_media', lookAgainAt: null });
    expect(await recorder.transcript(bot)).toBeUndefined();
    await expect(
      download({ name: 'audio.wav', kind: 'audio', contentType: 'audio/wav', sizeBytes: 1 }),
    ).rejects.toThrow('no file audio.wav');
  });
});

describe('the scenarios of the simulator', () => {
  it.each([
    ['nour', 0, 'invalid_link'],
    ['lobb', 60_000, 'not_admitted'],
    ['dead', 60_000, 'crashed'],
    ['wait', 65_000, 'not_admitted'],
  ])('%s fails', async (code, after, failure) => {
    await recorder.send(scenario(code));
    pass(after);

    expect(await recorder.observe(bot)).toMatchObject({ state: 'failed', failure });
  });

  it('mute records a call without speech', async () => {
    await recorder.send(scenario('mute'));
    pass(60_000);
    const [audio] = (await ended()).files;

    expect((await download(audio)).subarray(44).every((byte) => byte === 0)).toBe(true);
    expect((await transcript())?.segments).toEqual([]);
  });

  it('noai records, and its transcription has failed for good', async () => {
    await recorder.send(scenario('noai'));
    pass(60_000);

    expect((await ended()).files).toHaveLength(2);
    expect(await recorder.transcript(bot)).toMatchObject({ status: 'failed', isFinal: true });
  });

  it('talk records speech and leaves its transcript to a speech server', async () => {
    await recorder.send(scenario('talk'));
    pass(60_000);
    const [audio] = (await ended()).files;

    expect((await download(audio)).subarray(44).some((byte) => byte !== 0)).toBe(true);
    expect(await recorder.transcript(bot)).toBeUndefined();
  });

  it('talk records the sound that the stack was started with, as long as it is', async () => {
    await storeConfiguredAudio(files, { format: 'wav', bytes: aNumberedWav(20), durationSeconds: 20 });
    await recorder.send(scenario('talk'));
    pass(LOBBY_MS + 12_500);
    await recorder.leave(bot);
    const { durationSeconds, files: recorded } = await ended();

    expect([durationSeconds, recorded.map(({ name }) => name)]).toEqual([12.5, ['audio.wav']]);
    expect((await download(recorded[0])).length).toBe(44 + 12_500);
    pass(10_000);
    expect(await recorder.transcript(bot)).toBeUndefined();
  });

  it('talk records the MP4 that the stack was started with, up to the end of a fragment', async () => {
    const bytes = new Uint8Array(100);
    const fragments: [number, number][] = [
      [10, 0],
      [30, 1.02],
      [60, 2.04],
    ];
    await storeConfiguredAudio(files, { format: 'm4a', bytes, durationSeconds: 3, fragments });
    await recorder.send(scenario('talk'));
    pass(LOBBY_MS + 1_500);
    await recorder.leave(bot);
    const { files: recorded } = await ended();

    expect(recorded).toEqual([{ name: 'audio.m4a', kind: 'audio', contentType: 'audio/mp4', sizeBytes: 60 }]);
    expect((await download(recorded[0])).length).toBe(60);
  });

  it('good records the shipped meeting whatever sound the stack was started with', async () => {
    await storeConfiguredAudio(files, { format: 'wav', bytes: aNumberedWav(20), durationSeconds: 20 });
    await recorder.send(scenario('good'));
    pass(60_000);

    expect((await ended()).durationSeconds).toBeCloseTo(52.795);
  });
});
