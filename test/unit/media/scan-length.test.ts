import { CustomSource, Input, MP3 } from 'mediabunny';
import { scanLength } from '#shared/foundation/media/scan-length';
import { describe, expect, it } from '#test/support/jest';
import { mediaOf } from './media-files.ts';

/** The track of an MP3 without a table, and how far its file was read. */
async function anMp3(seconds: number) {
  const bytes = await mediaOf.mp3(seconds);
  let readUpTo = 0;
  const source = new CustomSource({
    getSize: () => bytes.length,
    read(firstByte, endByte) {
      readUpTo = Math.max(readUpTo, endByte);
      return bytes.slice(firstByte, endByte);
    },
  });
  const track = await new Input({ source, formats: [MP3] }).getPrimaryAudioTrack();
  if (!track) throw new Error('The file has no track.');
  return { track, readUpTo: () => readUpTo / bytes.length };
}

describe('the length of a track without a table', () => {
  it.each([1, 9.99, 10.08, 95])('is the end of its last frame: %d s', async (seconds) => {
    const { track } = await anMp3(seconds);

    expect(await scanLength(track)).toBeCloseTo(seconds, 1);
  });

  it('is more than the longest where the track is longer, and the rest is not read', async () => {
    const { track, readUpTo } = await anMp3(600);

    expect(await scanLength(track, 60)).toBeGreaterThan(60);
    expect(readUpTo()).toBeLessThan(0.5);
  });

  it('is that of the whole track where it is no longer than the longest', async () => {
    const { track } = await anMp3(59.976);

    expect(await scanLength(track, 60)).toBeCloseTo(59.976);
  });
});
