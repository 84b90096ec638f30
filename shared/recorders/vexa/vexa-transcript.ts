import { transcriptOf } from '#shared/recorders/transcripts/speech-to-transcript';
import type { Transcript } from '#shared/results/rules/results';
import type { VexaSegment } from './vexa-schemas.ts';

/** The transcript in Vexa's segments, which have names and no words. Its language is the one of most of them. */
export function readVexaTranscript(segments: readonly VexaSegment[]): Transcript {
  return transcriptOf(
    commonLanguage(segments),
    segments.map(({ speaker, text, start, end }) => ({
      speakerKey: speaker || null,
      speakerName: speaker || null,
      text,
      confidence: null,
      start: Math.max(0, start),
      end: Math.max(0, end),
      words: [],
    })),
  );
}

function commonLanguage(segments: readonly VexaSegment[]): string | null {
  const groups = Map.groupBy(
    segments.flatMap(({ language }) => language || []),
    (language) => language,
  );
  return [...groups].toSorted(([, one], [, other]) => other.length - one.length)[0]?.[0] ?? null;
}
