import * as v from 'valibot';
import type { FileStorage } from '#shared/files/ports';
import { VerboseTranscription } from './speech-schemas.ts';

/**
 * What was heard in each piece of a recording, in files beside its audio. The number of pieces is in their names, since
 * another limit of the server cuts the audio elsewhere. Nothing is kept of a recording that is one piece.
 */
export function keptPieces(files: Pick<FileStorage, 'get' | 'put' | 'remove'>, audioKey: string, count: number) {
  const keyOf = (index: number) => `${audioKey}.speech-${index + 1}-of-${count}.json`;
  return {
    async find(index: number): Promise<VerboseTranscription | undefined> {
      const bytes = count === 1 ? undefined : await files.get(keyOf(index));
      return bytes && v.parse(VerboseTranscription, JSON.parse(Buffer.from(bytes).toString('utf8')));
    },
    async save(index: number, heard: VerboseTranscription): Promise<void> {
      if (count > 1) await files.put(keyOf(index), Buffer.from(JSON.stringify(heard)), 'application/json');
    },
    async remove(): Promise<void> {
      if (count > 1) await Promise.all(Array.from({ length: count }, (_, index) => files.remove(keyOf(index))));
    },
  };
}
