import type { ConversationId } from '#shared/core/ids';
import type { Instant } from '#shared/core/time';
import type { Segment, Transcript } from '#shared/results/rules/results';
import { passagesOf, type SearchedText } from '#shared/search/rules/searched-text';
import { versionOf } from '#shared/search/rules/versions';

/** What a body with a transcript has room for, where neither its audio nor its source bounds it. */
const BODY_CHARACTERS = 3_500_000;
/** A correction has at most so many segments, each of at most so many characters. */
const MOST_SEGMENTS = 30_000;
const LONGEST_SEGMENT = 10_000;

function transcriptOf(texts: readonly string[]): Transcript {
  const segments = texts.map((text, nth): Segment => {
    const start = nth / 2;
    return { id: `seg_${nth}`, speakerId: 'spk_1', start, end: start + 0.5, text, confidence: null, words: [] };
  });
  return { language: 'en', speakers: [{ id: 'spk_1', name: 'Ada' }], segments };
}

/** Words that hardly repeat: `seed` tells one text from another. */
const someWords = (characters: number, seed: number): string => {
  let text = '';
  for (let nth = seed; text.length < characters; nth += 7919) text += `${(nth * 2654435761).toString(36)} `;
  return text.slice(0, characters).trim();
};

/** The most segments. */
export const manySegments = (seed = 1): Transcript =>
  transcriptOf(
    Array.from({ length: MOST_SEGMENTS }, (_, nth) =>
      someWords(BODY_CHARACTERS / MOST_SEGMENTS, seed * 1e6 + nth * 31),
    ),
  );

/** The longest segments, of words. */
export const longSegments = (seed = 1): Transcript =>
  transcriptOf(
    Array.from({ length: BODY_CHARACTERS / LONGEST_SEGMENT }, (_, nth) => someWords(LONGEST_SEGMENT, seed * 1e6 + nth)),
  );

/** The longest segments, each a single word. */
export const longWords = (): Transcript =>
  transcriptOf(Array.from({ length: BODY_CHARACTERS / LONGEST_SEGMENT }, () => 'x'.repeat(LONGEST_SEGMENT)));

/** As search keeps one. */
export function longSearchedText(nth: number): SearchedText {
  return {
    conversationId: `con_${String(nth).padStart(26, '0')}` as ConversationId,
    ...{ meetingId: null, version: versionOf([1], nth as Instant), file: 'file', title: 'Text', startsAt: null },
    ...{ placedAt: nth as Instant, platform: null, people: [], passages: passagesOf(longSegments(nth + 1)) },
  };
}
