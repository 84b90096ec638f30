import { FLAC, type Input, MATROSKA, MP3, MP4, OGG, QTFF, WAVE, WEBM } from 'mediabunny';
import { countFlac, countMp3 } from '#shared/foundation/media/played/frames-in-a-row';
import { linearReader, TooManyParts } from '#shared/foundation/media/played/linear-reader';
import { countMatroska } from '#shared/foundation/media/played/matroska';
import { countMp4 } from '#shared/foundation/media/played/mp4';
import { countOgg } from '#shared/foundation/media/played/ogg';
import { type Tally, tally } from '#shared/foundation/media/played/tally';
import { countWav } from '#shared/foundation/media/played/wav';
import type { RangedFile } from '#shared/foundation/media/ports';

/** The end of a file that an edit list leaves out, or the sound before its zero, is short. */
const SLACK_SECONDS = 5;
const SLACK = 1.05;

/**
 * Whether a decoder would play more than a file says that it lasts: by the frames that there are, each as long as its codec
 * makes it, and not by tables, times and counts. Amazon Transcribe hears the whole file, and is paid for it. Formats that it
 * does not take, MPEG-TS and AAC alone, are not looked at: other engines count what they heard.
 */
export async function playsLonger(file: RangedFile, input: Input, saidSeconds: number): Promise<boolean> {
  const count = tally(SLACK * saidSeconds + SLACK_SECONDS);
  try {
    await countAll(file, input, count);
  } catch (error) {
    if (error instanceof TooManyParts) return true;
    throw error;
  }
  return count.isOver;
}

async function countAll(file: RangedFile, input: Input, count: Tally): Promise<void> {
  const reader = linearReader(file);
  const format: unknown = await input.getFormat();
  if (format === WAVE) await countWav(reader, count);
  else if (format === MP3) await countMp3(reader, count);
  else if (format === FLAC)
    await countFlac(reader, count, (await (await input.getPrimaryAudioTrack())?.getSampleRate()) ?? 0);
  else if (format === OGG) await countOgg(reader, count);
  else if (format === MATROSKA || format === WEBM) await countMatroska(reader, count, format === WEBM);
  else if (format === MP4 || format === QTFF)
    await countMp4(reader, await input.getAudioTracks(), count, format === QTFF);
}
