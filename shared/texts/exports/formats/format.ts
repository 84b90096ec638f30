import type { Instant } from '#shared/foundation/core/time';
import type { Transcript } from '#shared/meetings/results/rules/results';
import type { TextOptions } from '#shared/texts/exports/rules/passages';
import type { Cue } from '#shared/texts/subtitles/rules/cue';
import type { FontSource } from './pdf/font-source.ts';

/** What a file is written from. */
export interface ExportedText {
  readonly title: string;
  /** When the meeting began; null for a text without a known date. */
  readonly date: Instant | null;
  /** The names of who took part, as far as they are known. */
  readonly people: readonly string[];
  readonly transcript: Transcript;
  /** The subtitles of the transcript, made when they are asked for. */
  readonly cues: () => readonly Cue[];
  readonly options: TextOptions;
}

/** One format of a file. */
export interface ExportFormat {
  readonly contentType: string;
  /** The bytes of the file. Throws `UnsupportedCharacters` for a text that the format cannot hold. */
  write(text: ExportedText, fonts: FontSource): Promise<Uint8Array>;
}

/** The character tables of a format lack characters of the text: the export fails with `unsupported_characters`. */
export class UnsupportedCharacters extends Error {
  override readonly name = 'UnsupportedCharacters';
}

/** A format that is text in UTF-8. */
export const textFormat = (contentType: string, write: (text: ExportedText) => string): ExportFormat => ({
  contentType: `${contentType}; charset=utf-8`,
  write: async (text) => Buffer.from(write(text)),
});

/** The code point of a character as Unicode writes it: at least four hexadecimal digits. */
export const hexOf = (character: string): string =>
  (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
