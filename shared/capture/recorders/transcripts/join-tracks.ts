import { type Speech, transcriptOf } from '#shared/capture/recorders/transcripts/speech-to-transcript';
import { mendTranscript } from '#shared/meetings/recorders/rules/mend-transcript';
import type { Transcript } from '#shared/meetings/results/rules/results';

/**
 * The transcript of a file from those of its tracks, in their order. Each track is one speaker, `Track 1` and so on,
 * whatever speakers its engine tells apart in it; one in which nothing is said has none. The language is that of the track
 * with the longest text. Runs of a repeated text are cut in each track, since other tracks would come between their parts.
 */
export function joinTracks(tracks: readonly Transcript[]): Transcript {
  const mended = tracks.map((track) => mendTranscript(track).transcript);
  const [longest] = mended.toSorted((one, other) => charactersOf(other) - charactersOf(one));
  const speeches = mended.flatMap(({ segments }, index) =>
    segments.map(
      ({ text, start, end, confidence, words }): Speech => ({
        ...{ speakerKey: String(index + 1), speakerName: `Track ${index + 1}` },
        ...{ text, start, end, confidence, words },
      }),
    ),
  );
  return transcriptOf(longest?.language ?? null, speeches);
}

const charactersOf = ({ segments }: Transcript): number => segments.reduce((sum, { text }) => sum + text.length, 0);
