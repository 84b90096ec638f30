import fc from 'fast-check';
import { type ExportFormat, UnsupportedCharacters } from '#shared/texts/exports/formats/format';
import { FORMATS } from '#shared/texts/exports/formats/formats';
import type { Cue } from '#shared/texts/subtitles/rules/cue';
import { aCue } from '#test/support/a-cue';
import { anExportedText } from '#test/support/exported-text';
import { installedFonts } from '#test/support/installed-fonts';
import { beforeAll, describe, expect, it } from '#test/support/jest';
import { sized } from '#test/support/test-size';
import { readByOthers, type WrittenFile } from './readers.ts';
import { someLines } from './some-lines.ts';

/** Subtitles one after the other, each of one line or two. */
const someCues: fc.Arbitrary<readonly Cue[]> = someLines.map((lines) =>
  Array.from({ length: Math.ceil(lines.length / 2) }, (_, index) =>
    aCue({
      startMs: index * 2000 + 120,
      endMs: index * 2000 + 1640,
      lines: lines.slice(2 * index, 2 * index + 2),
    }),
  ),
);

const sampleCount = sized({ everyday: 60, release: 2000 });

const FORMATS_OF_SUBTITLES = ['srt', 'vtt', 'ttml', 'stl', 'premiere', 'fcp'] as const;

/** What a format makes of the same text: spaces, line breaks, and what stands for characters that it lacks. */
const comparable = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(/[\s\p{Default_Ignorable_Code_Point}]+/gu, '')
    .replaceAll(/[‘’‚‛‹›′]/g, "'")
    .replaceAll(/[“”„‟«»″]/g, '"')
    .replaceAll(/[‐‑‒–—―−]/g, '-')
    .replaceAll('-->', '→')
    .replaceAll('…', '...')
    .replaceAll('€', 'EUR')
    .replaceAll(/[ȘșȚț]/g, (letter) => ({ Ș: 'Ş', ș: 'ş', Ț: 'Ţ', ț: 'ţ' })[letter] ?? letter);

const writtenOr = (format: ExportFormat, cues: readonly Cue[]): Promise<Uint8Array | undefined> =>
  format.write(anExportedText({ cues: () => cues }), installedFonts).catch((error) => {
    if (error instanceof UnsupportedCharacters) return undefined;
    throw error;
  });

describe('subtitles that programs of others read', () => {
  const written: (WrittenFile & { readonly cues: readonly Cue[] })[] = [];
  let read: readonly unknown[];

  beforeAll(async () => {
    const samples = fc.sample(someCues, sampleCount);
    for (const format of FORMATS_OF_SUBTITLES)
      for (const cues of samples) {
        const bytes = await writtenOr(FORMATS[format], cues);
        if (bytes) written.push({ format, bytes, cues });
      }
    read = await readByOthers(written);
  });

  it.each(FORMATS_OF_SUBTITLES)('have their times and their text in %s, whatever the text is', (format) => {
    const files = written.flatMap((file, index) => (file.format === format ? [{ ...file, read: read[index] }] : []));

    expect(files.length).toBeGreaterThan(sampleCount / 5);
    for (const file of files) {
      const captions = file.read as readonly (readonly [number, number, string])[];
      expect(captions.map(([start, end, text]) => [start, end, comparable(text)])).toEqual(
        file.cues.map(({ startMs, endMs, lines }) => [startMs, endMs, comparable(lines.join('\n'))]),
      );
    }
  });
});
