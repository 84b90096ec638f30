import { transcriptOf } from '#shared/capture/recorders/transcripts/speech-to-transcript';
import type { Transcript } from '#shared/meetings/results/rules/results';
import type { VexaSegment } from './vexa-schemas.ts';

/** The transcript in Vexa's segments, which have names and no words. Its language is the one of most of them. */
export function readVexaTranscript(segments: readonly VexaSegment[]): Transcript {
  return transcriptOf(
    commonLanguage(segments),
    saidOnce(segments).map(({ speaker, text, start, end }) => ({
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

/**
 * Without what stands there twice: a draft stays beside the segment that confirms it, since that has an id and often other
 * borders, and a segment may be stored by two ids. A draft that nothing confirms was said all the same. In their order.
 */
function saidOnce(segments: readonly VexaSegment[]): readonly VexaSegment[] {
  const kept = new Set<VexaSegment>();
  const inRank = segments.toSorted((one, other) => rankOf(other) - rankOf(one) || lengthOf(other) - lengthOf(one));
  const bySpeaker = new Map<string, VexaSegment[]>();
  for (const segment of inRank) {
    const own = bySpeaker.get(segment.speaker ?? '') ?? [];
    bySpeaker.set(segment.speaker ?? '', own);
    if (own.some((other) => isSaidIn(segment, other))) continue;
    own.push(segment);
    kept.add(segment);
  }
  return segments.filter((segment) => kept.has(segment));
}

const isDraft = ({ completed }: VexaSegment): boolean => completed === false;
const rankOf = (segment: VexaSegment): number => Number(!isDraft(segment));
const lengthOf = ({ start, end }: VexaSegment): number => Math.max(0, end - start);

/** A draft by its time, of which a half is enough; what is confirmed by its text too. */
function isSaidIn(segment: VexaSegment, other: VexaSegment): boolean {
  const shared = Math.min(segment.end, other.end) - Math.max(segment.start, other.start);
  if (shared < lengthOf(segment) / 2 || (shared <= 0 && segment.start !== other.start)) return false;
  return isDraft(segment) || wordsOf(segment) === wordsOf(other);
}

const wordsOf = ({ text }: VexaSegment): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

function commonLanguage(segments: readonly VexaSegment[]): string | null {
  const groups = Map.groupBy(
    segments.flatMap(({ language }) => language || []),
    (language) => language,
  );
  return [...groups].toSorted(([, one], [, other]) => other.length - one.length)[0]?.[0] ?? null;
}
