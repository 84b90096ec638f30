import fc from 'fast-check';
import type { Instant } from '#shared/foundation/core/time';
import { type ExportedText, UnsupportedCharacters } from '#shared/texts/exports/formats/format';
import { textAsPdf } from '#shared/texts/exports/formats/pdf/pdf';
import { anExportedText } from '#test/support/exported-text';
import { installedFonts } from '#test/support/installed-fonts';
import { describe, expect, it } from '#test/support/jest';
import { sized } from '#test/support/test-size';
import { aTranscript } from '#test/support/transcripts';
import { readByOthers } from './readers.ts';
import { someLines } from './some-lines.ts';

interface ReadPdf {
  readonly pages: readonly (readonly [number: string, text: string])[];
  readonly title: string;
  readonly language: string | null;
  readonly outline: readonly string[];
  readonly fonts: readonly string[];
  readonly elements: readonly (readonly [tag: string, text: string | null])[];
}

async function documentsOf(texts: readonly ExportedText[]): Promise<readonly ReadPdf[]> {
  const files = texts.map(async (text) => ({ format: 'pdf', bytes: await textAsPdf(text, installedFonts) }));
  return (await readByOthers(await Promise.all(files))) as readonly ReadPdf[];
}

const plain = { showTimestamps: false, timestampsEverySeconds: null, showSpeakers: false };
const saying = (...lines: readonly string[]) =>
  anExportedText({ people: [], transcript: aTranscript(lines.map((line) => ['Ada', line])), options: plain });

const MIRRORED: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{', '>': '<', '»': '«', '”': '“' };

/**
 * The characters of a text in no order: readers put right-to-left text in order each in their way. Emoji are left out:
 * those of a sequence may share the shape of another. A mark without a letter gets a dotted circle, U+25CC.
 */
const charactersOf = (text: string): string =>
  [
    ...text
      .normalize('NFKC')
      .replaceAll(/[\s\p{Default_Ignorable_Code_Point}\p{Extended_Pictographic}\p{RI}\u25cc]/gu, ''),
  ]
    .map((character) => MIRRORED[character] ?? character)
    .sort()
    .join('');

describe('a PDF file that other programs read', () => {
  it('has title, date, people, speakers and times, with headings and an outline', async () => {
    const date = Date.parse('2026-11-02T10:00:00Z') as Instant;
    const [document] = await documentsOf([anExportedText({ title: 'R&D <1>', date })]);

    expect(document).toEqual({
      pages: [
        ['1', 'R&D <1>\r\n2026-11-02 10:00 UTC\r\nAda, Ben\r\nAda\r\n[00:00:00] Shall we?\r\nBen\r\n[00:00:02] Yes.'],
      ],
      title: 'R&D <1>',
      language: 'en',
      outline: ['R&D <1>', 'Ada', 'Ben'],
      fonts: ['NotoSans-Regular'],
      elements: ['/H1', '/P', '/P', '/H2', '/P', '/H2', '/P'].map((tag) => [tag, null]),
    });
  });

  it('goes on over many pages', async () => {
    const lines = Array.from({ length: 120 }, (_, index) => `Line ${index}.`);
    const [document] = await documentsOf([saying(...lines)]);

    expect(document?.pages.map(([number]) => number)).toEqual(['1', '2', '3', '4']);
    expect(document?.pages.flatMap(([, text]) => text.split('\r\n')).slice(1)).toEqual(lines);
  });

  it.each([
    ['Привет, Γειά', null, ['NotoSans-Regular']],
    ['שלום עולם', null, ['NotoSans-Regular', 'NotoSansHebrew']],
    ['مرحبا بالعالم', null, ['NotoNaskhArabic', 'NotoSans-Regular']],
    ['ภาษาไทย', null, ['NotoSans-Regular', 'NotoSansThai-Regular']],
    ['直す', null, ['NotoSans-Regular', 'NotoSansJP-Regular']],
    ['直', 'ja', ['NotoSans-Regular', 'NotoSansJP-Regular']],
    ['直', 'zh-TW', ['NotoSans-Regular', 'NotoSansHans-Regular']],
    ['안녕', 'ko', ['NotoSans-Regular', 'NotoSansKR-Regular']],
    ['Done 😀', null, ['NotoEmoji-Regular', 'NotoSans-Regular']],
  ])('embeds the fonts that %j in the language %s needs', async (line, language, names) => {
    const text = saying(line);
    const [document] = await documentsOf([{ ...text, transcript: { ...text.transcript, language } }]);

    expect(document?.fonts).toEqual(names);
  });

  it('has right-to-left text in the order in which it is read, and in its structure', async () => {
    const [document] = await documentsOf([saying('שלום (123) עולם!')]);

    expect(document?.pages[0]?.[1]).toContain('שלום (123) עולם!');
    expect(document?.elements).toContainEqual(['/P', 'שלום (123) עולם!']);
  });

  it('fails for a character that no font has', async () => {
    await expect(documentsOf([saying('a\u{13000}')])).rejects.toThrow(
      new UnsupportedCharacters('The fonts of PDF files have no shape for \u{13000} (U+13000).'),
    );
  });

  it('fails for a mark on a letter that its font does not expect', async () => {
    await expect(documentsOf([saying('\u0555\u0327 ')])).rejects.toThrow(UnsupportedCharacters);
  });

  it('has its text, whatever the text is, or fails', async () => {
    const samples = fc.sample(someLines, sized({ everyday: 25, release: 500 }));
    const written: { readonly lines: readonly string[]; readonly bytes: Uint8Array }[] = [];
    for (const lines of samples) {
      const bytes = await textAsPdf(saying(...lines), installedFonts).catch((error) => {
        if (error instanceof UnsupportedCharacters) return undefined;
        throw error;
      });
      if (bytes) written.push({ lines, bytes });
    }

    const read = (await readByOthers(written.map(({ bytes }) => ({ format: 'pdf', bytes })))) as readonly ReadPdf[];

    expect(written.length).toBeGreaterThan(samples.length / 3);
    expect(read.map(({ pages }) => charactersOf(pages.map(([, text]) => text).join('')))).toEqual(
      written.map(({ lines }) => charactersOf(`Weekly sync${lines.join('')}`)),
    );
  });
});
