import * as v from 'valibot';
import type { FileStorage } from '#shared/foundation/files/ports';
import { VerboseTranscription } from './speech-schemas.ts';
import { NO_TIMEOUTS, Timeouts } from './timed-out-pieces.ts';

const Piece = v.object({
  /** Where the piece begins in the recording, and where the next does; null after the last. */
  startSeconds: v.number(),
  nextSeconds: v.nullable(v.number()),
  heard: VerboseTranscription,
  /** Of all requests for the piece; pieces that were kept before they were counted have none. */
  heardSeconds: v.optional(v.number()),
});
/** What was heard in one piece of a recording. */
export type HeardPiece = v.InferOutput<typeof Piece>;

interface Pieces {
  readonly audioKey: string;
  /** Undefined for the main one. */
  readonly track: number | undefined;
  readonly maxBytes: number;
}

/**
 * What was heard in each piece of a recording, or of one track of it, in files beside its audio. The largest upload is in
 * their names, since another limit of the server cuts the audio elsewhere.
 */
export function keptPieces(files: Pick<FileStorage, 'get' | 'put'>, { audioKey, track, maxBytes }: Pieces) {
  const ofTrack = track === undefined ? '' : `track-${track}-`;
  const keyOf = (index: number, what = '') => `${prefixOf(audioKey)}${ofTrack}${maxBytes}-${index + 1}${what}.json`;
  const read = async (key: string): Promise<unknown> => {
    const bytes = await files.get(key);
    return bytes && JSON.parse(Buffer.from(bytes).toString('utf8'));
  };
  const write = (key: string, content: object) =>
    files.put(key, Buffer.from(JSON.stringify(content)), 'application/json');
  return {
    find: async (index: number): Promise<HeardPiece | undefined> =>
      v.parse(v.optional(Piece), await read(keyOf(index))),
    save: (index: number, piece: HeardPiece): Promise<void> => write(keyOf(index), piece),
    /** The requests for a piece that timed out, if any. */
    timeouts: async (index: number): Promise<Timeouts> =>
      v.parse(v.optional(Timeouts, NO_TIMEOUTS), await read(keyOf(index, '-timeouts'))),
    saveTimeouts: (index: number, timeouts: Timeouts): Promise<void> => write(keyOf(index, '-timeouts'), timeouts),
  };
}
export type KeptPieces = ReturnType<typeof keptPieces>;

/** Removes what was heard in the pieces of a recording, whatever they were cut to. */
export async function removePieces(files: Pick<FileStorage, 'removeSome'>, audioKey: string): Promise<void> {
  while (await files.removeSome(prefixOf(audioKey)));
}

const prefixOf = (audioKey: string): string => `${audioKey}.speech-`;
