import fc from 'fast-check';
import type { Instant } from '#shared/foundation/core/time';
import { DOCX } from '#shared/texts/exports/formats/docx';
import type { ExportedText } from '#shared/texts/exports/formats/format';
import { anExportedText } from '#test/support/exported-text';
import { installedFonts } from '#test/support/installed-fonts';
import { describe, expect, it } from '#test/support/jest';
import { sized } from '#test/support/test-size';
import { aTranscript } from '#test/support/transcripts';
import { readByOthers } from './readers.ts';
import { someLines } from './some-lines.ts';

interface ReadDocument {
  readonly title: string;
  readonly paragraphs: readonly (readonly [style: string, text: string, isRightToLeft: boolean])[];
}

async function documentsOf(texts: readonly ExportedText[]): Promise<readonly ReadDocument[]> {
  const files = texts.map(async (text) => ({ format: 'docx', bytes: await DOCX.write(text, installedFonts) }));
  return (await readByOthers(await Promise.all(files))) as readonly ReadDocument[];
}

const plain = { showTimestamps: false, timestampsEverySeconds: null, showSpeakers: false };

describe('a document of Word that another program reads', () => {
  it('has title, date, people, speakers and times, with headings', async () => {
    const date = Date.parse('2026-11-02T10:00:00Z') as Instant;
    const [document] = await documentsOf([anExportedText({ title: 'R&D <1>', date })]);

    expect(document).toEqual({
      title: 'R&D <1>',
      paragraphs: [
        ['Heading 1', 'R&D <1>', false],
        ['Normal', '2026-11-02 10:00 UTC', false],
        ['Normal', 'Ada, Ben', false],
        ['Heading 2', 'Ada', false],
        ['Normal', '[00:00:00] Shall we?', false],
        ['Heading 2', 'Ben', false],
        ['Normal', '[00:00:02] Yes.', false],
      ],
    });
  });

  it('has timestamps between the words of a long segment', async () => {
    const transcript = aTranscript([['Ada', 'one two three four five six']]);
    const options = { ...plain, showTimestamps: true, timestampsEverySeconds: 5 };
    const [document] = await documentsOf([anExportedText({ transcript, options })]);

    expect(document?.paragraphs.at(-1)?.[1]).toBe('[00:00:00] one two three four five [00:00:05] six');
  });

  it('sets paragraphs from right to left where their text is', async () => {
    const transcript = aTranscript([
      ['נועה', 'שלום Ada'],
      ['Ada', 'Hello נועה'],
    ]);
    const [document] = await documentsOf([anExportedText({ transcript, people: [] })]);

    expect(document?.paragraphs.slice(1).map(([, text, isRightToLeft]) => [text, isRightToLeft])).toEqual([
      ['נועה', true],
      ['[00:00:00] שלום Ada', true],
      ['Ada', false],
      ['[00:00:02] Hello נועה', false],
    ]);
  });

  it('has its text, whatever the text is', async () => {
    const samples = fc.sample(someLines, sized({ everyday: 40, release: 1000 }));
    const texts = samples.map((lines) =>
      anExportedText({ people: [], transcript: aTranscript(lines.map((line) => ['Ada', line])), options: plain }),
    );

    const documents = await documentsOf(texts);

    expect(documents.map(({ paragraphs }) => paragraphs.slice(1).map(([, text]) => text))).toEqual(samples);
  });
});
