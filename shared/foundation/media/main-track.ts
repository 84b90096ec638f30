import type { Input, InputAudioTrack } from 'mediabunny';

/**
 * The sound of a file that is heard: what its players begin with, of the tracks in a codec that can be read. A phone may
 * write its sound twice, the second time for its own players alone: both are marked as default, and that one is larger
 * (`apac`, the spatial audio of Apple). Null for a file without sound.
 */
export const mainTrackOf = async (input: Input): Promise<InputAudioTrack | null> =>
  (await input.getPrimaryAudioTrack({ filter: async (track) => (await track.getCodec()) !== null })) ??
  (await input.getPrimaryAudioTrack());
