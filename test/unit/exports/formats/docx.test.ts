import { strFromU8, unzipSync } from 'fflate';
import { DOCX } from '#shared/texts/exports/formats/docx';
import { anExportedText } from '#test/support/exported-text';
import { installedFonts } from '#test/support/installed-fonts';
import { describe, expect, it } from '#test/support/jest';
import { aTranscript } from '#test/support/transcripts';

/** The runs of the last paragraph, and whether each runs from right to left. */
async function runsOf(
  text: string,
  showTimestamps = false,
): Promise<readonly (readonly [text: string, isTurned: boolean])[]> {
  const written = await DOCX.write(
    anExportedText({
      transcript: aTranscript([[null, text]]),
      options: { showTimestamps, timestampsEverySeconds: null, showSpeakers: false },
    }),
    installedFonts,
  );
  const xml = strFromU8(unzipSync(written)['word/document.xml'] ?? new Uint8Array());
  const paragraph = xml.match(/<w:p>.*?<\/w:p>/g)?.at(-1) ?? '';
  const runs = paragraph.match(/<w:r>.*?<\/w:r>/g) ?? [];
  return runs.map((run) => [/<w:t[^>]*>(.*?)<\/w:t>/.exec(run)?.[1] ?? '', run.includes('<w:rtl/>')]);
}

describe('the runs of a document of Word', () => {
  it.each([
    ['one of a language from left to right', 'Good morning, Ada.', [['Good morning, Ada.', false]]],
    ['one of a language from right to left', 'שלום לכולם.', [['שלום לכולם.', true]]],
    [
      'Latin words in Hebrew',
      'שלום Ada Lovelace!',
      [
        ['שלום ', true],
        ['Ada Lovelace', false],
        ['!', true],
      ],
    ],
    [
      'Arabic in English',
      'Say مرحبا بكم now.',
      [
        ['Say ', false],
        ['مرحبا بكم', true],
        [' now.', false],
      ],
    ],
    [
      'numbers in Hebrew',
      'עולה 12.50 שקל',
      [
        ['עולה ', true],
        ['12.50', false],
        [' שקל', true],
      ],
    ],
    ['emoji in English', 'Done 👍🏽 now', [['Done 👍🏽 now', false]]],
    ['nothing', '', []],
  ])('are by direction: %s', async (_what, text, runs) => {
    expect(await runsOf(text)).toEqual(runs);
  });

  it('have the time of a passage apart', async () => {
    const runs = await runsOf('שלום', true);

    expect(runs.map(([text]) => text).join('')).toBe('[00:00:00] שלום');
    expect(runs.at(-1)).toEqual(['שלום', true]);
  });
});
