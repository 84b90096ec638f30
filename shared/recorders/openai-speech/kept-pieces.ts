import * as v from 'valibot';
import type { FileStorage } from '#shared/files/ports';
import { VerboseTranscription } from './speech-schemas.ts';

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
  const keyOf = (index: number) => `${prefixOf(audioKey)}${ofTrack}${maxBytes}-${index + 1}.json`;
  return {
    async find(index: number): Promise<HeardPiece | undefined> {
      const bytes = await files.get(keyOf(index));
      return bytes && v.parse(Piece, JSON.parse(Buffer.from(bytes).toString('utf8')));
    },
    async save(index: number, piece: HeardPiece): Promise<void> {
      await files.put(keyOf(index), Buffer.from(JSON.stringify(piece)), 'application/json');
    },
  };
}

/** Removes what was heard in the pieces of a recording, whatever they were cut to. */
export async function removePieces(files: Pick<FileStorage, 'removeSome'>, audioKey: string): Promise<void> {
  while (await files.removeSome(prefixOf(audioKey)));
}

const prefixOf = (audioKey: string): string => `${audioKey}.speech-`;
