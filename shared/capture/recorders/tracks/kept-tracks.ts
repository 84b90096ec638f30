import * as v from 'valibot';
import type { FileStorage } from '#shared/foundation/files/ports';
import type { Transcript } from '#shared/meetings/results/rules/results';

const Word = v.object({ text: v.string(), start: v.number(), end: v.number(), confidence: v.nullable(v.number()) });

const StoredTranscript: v.GenericSchema<unknown, Transcript> = v.object({
  language: v.nullable(v.string()),
  speakers: v.array(v.object({ id: v.string(), name: v.nullable(v.string()) })),
  segments: v.array(
    v.object({
      id: v.string(),
      speakerId: v.nullable(v.string()),
      start: v.number(),
      end: v.number(),
      text: v.string(),
      confidence: v.nullable(v.number()),
      words: v.array(Word),
    }),
  ),
});

/** What was heard in one track of a file, in seconds of the file. */
export interface HeardTrack {
  readonly transcript: Transcript;
  /** As an engine says them of a transcription. */
  readonly heardSeconds: number;
  readonly unheardSeconds: number;
}

const Track: v.GenericSchema<unknown, HeardTrack> = v.object({
  transcript: StoredTranscript,
  heardSeconds: v.number(),
  unheardSeconds: v.number(),
});

/** What was heard in each track of a file, in files beside it, until the transcript of all of them is stored. */
export function keptTracks(files: Pick<FileStorage, 'get' | 'put' | 'removeSome'>, audioKey: string) {
  const prefix = `${audioKey}.track-`;
  const keyOf = (track: number) => `${prefix}${track}.json`;
  const find = async (track: number): Promise<HeardTrack | undefined> => {
    const bytes = await files.get(keyOf(track));
    return bytes && v.parse(Track, JSON.parse(Buffer.from(bytes).toString('utf8')));
  };
  return {
    /** From the first on, as far as they were heard. */
    async all(): Promise<readonly HeardTrack[]> {
      const heard: HeardTrack[] = [];
      for (let one = await find(1); one; one = await find(heard.length + 1)) heard.push(one);
      return heard;
    },
    async save(track: number, heard: HeardTrack): Promise<void> {
      await files.put(keyOf(track), Buffer.from(JSON.stringify(heard)), 'application/json');
    },
    async remove(): Promise<void> {
      while (await files.removeSome(prefix));
    },
  };
}
