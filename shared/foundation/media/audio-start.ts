import { audioReader } from '#shared/foundation/media/audio-reader';
import type { AudioStart } from '#shared/foundation/media/ports';

/** Where the main sound of a file begins on its clock. 0 where the file cannot be read. */
export const audioStart: AudioStart = async (file) => {
  const audio = audioReader(file);
  try {
    const seconds = await audio.read(async ({ packets, zero }) => {
      const first = await packets.getFirstPacket({ metadataOnly: true });
      return first ? first.timestamp - zero : 0;
    });
    return Math.max(0, seconds ?? 0);
  } finally {
    audio.close();
  }
};
