import type { ConversationId } from '#shared/foundation/core/ids';
import type { Instant } from '#shared/foundation/core/time';
import type { Segment, Transcript } from '#shared/meetings/results/rules/results';
import type { TextFormat } from '#shared/texts/exports/rules/export';
import { mostWritten, writtenSize } from '#shared/texts/exports/rules/written-size';
import { passagesOf, type SearchedText } from '#shared/texts/search/rules/searched-text';
import { versionOf } from '#shared/texts/search/rules/versions';

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

const MOST_SPEAKERS = 200;
const LONGEST_SPEAKER = 100;

/** The most segments, of which each has another speaker than the one before, and no text. */
export function manySpeakers(): Transcript {
  const { segments, ...rest } = transcriptOf(Array.from({ length: MOST_SEGMENTS }, () => ''));
  const speakers = Array.from({ length: MOST_SPEAKERS }, (_, nth) => ({
    ...{ id: `spk_${nth}`, name: someWords(LONGEST_SPEAKER, 1 + nth * 31) },
  }));
  return {
    ...{ ...rest, speakers },
    segments: segments.map((segment, nth) => ({ ...segment, speakerId: `spk_${nth % MOST_SPEAKERS}` })),
  };
}

/** Words of Bengali letters, which are the slowest to shape. */
export function shapedLetters(): Transcript {
  const { segments, ...rest } = manySegments();
  const letters = (text: string) =>
    text.replaceAll(/[a-z0-9]/g, (letter) => String.fromCodePoint(0x995 + (Number.parseInt(letter, 36) % 20)));
  return { ...rest, segments: segments.map((segment) => ({ ...segment, text: letters(segment.text) })) };
}

/** As much of a text as an export in the format may hold, divided by so many. */
export function asFarAsFits(transcript: Transcript, format: TextFormat, among = 1): Transcript {
  const { segments } = transcript;
  const share = (mostWritten(format) / among / writtenSize(transcript, format)) * segments.length;
  return { ...transcript, segments: segments.slice(0, Math.floor(Math.min(share, segments.length))) };
}

/** As search keeps one. */
export function longSearchedText(nth: number): SearchedText {
  return {
    conversationId: `con_${String(nth).padStart(26, '0')}` as ConversationId,
    ...{ meetingId: null, version: versionOf([1], nth as Instant), file: 'file', title: 'Text', startsAt: null },
    ...{ placedAt: nth as Instant, platform: null, people: [], passages: passagesOf(longSegments(nth + 1)) },
  };
}
