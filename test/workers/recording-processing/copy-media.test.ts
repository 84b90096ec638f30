import { DAY_MS, type Instant, MINUTE_MS } from '#shared/foundation/core/time';
import { MediaGone } from '#shared/meetings/recorders/ports';
import { aRemoteFile, type Mishap } from '#test/support/a-remote-file';
import { noon } from '#test/support/api';
import { aBotStory } from '#test/support/bot-story';
import { endedAfter } from '#test/support/fake-recorder';
import { describe, expect, it } from '#test/support/jest';
import { aVideo, aWav, mediaOf } from '#test/unit/media/media-files';

const MIB = 1024 * 1024;
const BYTES = Buffer.alloc(40 * MIB, 'a recorded meeting');
const SECONDS = 10;

/** The first half of a file. */
const halfOf = (file: Uint8Array): Uint8Array => file.slice(0, file.length / 2);

/** A bot whose call has ended, with an audio file of 40 MiB at its recorder, copied in three parts. */
async function anEndedBot(mishaps: readonly (Mishap | undefined)[] = [], bytes: Uint8Array = BYTES) {
  const story = await aBotStory();
  const { clock } = story.world;
  const remote = aRemoteFile({ bytes, piece: 4 * MIB, mishaps });
  story.opensMedia((range) => remote.source.open(range));
  const { id } = (await story.send()).body;
  story.says(id, endedAfter(noon, SECONDS));
  clock.set((noon + MINUTE_MS) as Instant);
  // Found to have recorded, then to have left.
  for (const _ of [1, 2]) await story.workers.work(id);
  return {
    ...story,
    id,
    opened: remote.opened,
    /** A minute later, whatever is due runs again. */
    async aMinuteLater(minutes = 1) {
      clock.advance(minutes * MINUTE_MS);
      await story.workers.runJobs();
    },
    faults: () => story.workers.lines.flatMap(({ fault }) => fault ?? []),
    /** Compared as a whole: jest compares byte by byte. */
    isCopied: () =>
      [...story.world.files.files].some(([key, bytes]) => key.endsWith('/media/audio.wav') && BYTES.equals(bytes)),
  };
}

describe('the media of an ended bot', () => {
  it('lie in the storage before bot.recording_completed', async () => {
    const { bot, id, isCopied, aMinuteLater } = await anEndedBot();
    await aMinuteLater();

    expect((await bot(id)).status).toBe('completed');
    expect(isCopied()).toBe(true);
  });

  it.each([
    ['FLAC', async () => halfOf(await mediaOf.flac(90))],
    ['Matroska', async () => halfOf(await mediaOf.mkv(90))],
    ['WAV', async () => halfOf(aWav())],
    ['M4A', async () => (await mediaOf.m4a(90)).slice(0, -500)],
    ['a video', async () => aVideo().slice(0, 200_000)],
  ])('are kept with a note where they are cut off: %s', async (_kind, make) => {
    const { bot, id, aMinuteLater } = await anEndedBot([], await make());
    await aMinuteLater();

    expect(await bot(id)).toMatchObject({
      status: 'completed',
      recorder_notes: ['The audio of the recording is cut off: it announces more than it has.'],
    });
  });

  it.each([
    ['of no known format', async () => BYTES.subarray(0, 1_000)],
    ['whole', async () => aWav()],
    ['a live WebM', () => mediaOf.webm(20)],
    ['empty', async () => new Uint8Array()],
  ])('have no note where they are %s', async (_what, make) => {
    const { bot, id, aMinuteLater } = await anEndedBot([], await make());
    await aMinuteLater();

    expect((await bot(id)).recorder_notes).toEqual([]);
  });

  it('are copied from the part after the last that was stored, when the recorder fails meanwhile', async () => {
    const { bot, id, isCopied, opened, aMinuteLater } = await anEndedBot([undefined, 'refused', 'refused']);
    for (const _ of [1, 2, 3]) await aMinuteLater();

    expect((await bot(id)).status).toBe('completed');
    expect(opened.map(({ firstByte }) => firstByte / MIB)).toEqual([0, 16, 16, 16, 32]);
    expect(isCopied()).toBe(true);
  });

  it('are given up, with a reason, when the recorder fails for a day', async () => {
    const { bot, id, aMinuteLater, opensMedia } = await anEndedBot(['refused']);
    opensMedia(async () => {
      throw new Error('503');
    });
    for (let hour = 0; hour < 26; hour += 1) await aMinuteLater(DAY_MS / 24 / MINUTE_MS);

    expect(await bot(id)).toMatchObject({
      status: 'failed',
      reason: 'bot_error',
      reason_message: 'The recording could not be fetched from the recorder within 24 hours.',
    });
  });

  it('are reported as a fault of their recorder once they have failed for a quarter of an hour', async () => {
    const { aMinuteLater, opensMedia, faults } = await anEndedBot(['refused']);
    opensMedia(async () => {
      throw new Error('503');
    });

    await aMinuteLater(14);
    expect(faults()).toEqual([]);
    await aMinuteLater();

    expect(faults()).toEqual(['copy']);
  });

  it('are given up at once when the recorder has deleted them', async () => {
    const { bot, id, aMinuteLater, opensMedia } = await anEndedBot(['refused']);
    opensMedia(async () => {
      throw new MediaGone('Gone.');
    });
    await aMinuteLater();

    expect(await bot(id)).toMatchObject({
      status: 'failed',
      reason_message: 'The recorder has deleted the recording.',
    });
  });
});

describe('the data of a bot at its recorder', () => {
  it('is deleted after media, transcript and summary are stored', async () => {
    const { bot, id, asked } = await anEndedBot();

    expect([(await bot(id)).status, asked.deleted]).toEqual(['completed', [id]]);
  });

  it('is deleted later when the recorder is out of reach then', async () => {
    const { bot, id, asked, isReachable, aMinuteLater, opensMedia } = await anEndedBot(['refused']);
    opensMedia(async () => {
      isReachable(false);
      return { stream: new Blob(['abcd']).stream(), firstByte: 0, totalBytes: 4, etag: null };
    });
    await aMinuteLater();
    expect([(await bot(id)).status, asked.deleted]).toEqual(['completed', []]);

    isReachable(true);
    await aMinuteLater();

    expect(asked.deleted).toEqual([id]);
  });
});
