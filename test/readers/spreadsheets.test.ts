import fc from 'fast-check';
import type { Transcript } from '#shared/meetings/results/rules/results';
import { XLSX } from '#shared/texts/exports/formats/xlsx';
import { anExportedText } from '#test/support/exported-text';
import { installedFonts } from '#test/support/installed-fonts';
import { describe, expect, it } from '#test/support/jest';
import { sized } from '#test/support/test-size';
import { aSegment, aTranscript } from '#test/support/transcripts';
import { readByOthers } from './readers.ts';
import { someLines } from './some-lines.ts';

interface ReadSheet {
  readonly rows: readonly (readonly (readonly [type: string, value: unknown])[])[];
  readonly right_to_left: boolean;
}

async function sheetsOf(transcripts: readonly Transcript[]): Promise<readonly ReadSheet[]> {
  const files = transcripts.map(async (transcript) => ({
    format: 'xlsx',
    bytes: await XLSX.write(anExportedText({ transcript }), installedFonts),
  }));
  return (await readByOthers(await Promise.all(files))) as readonly ReadSheet[];
}

const saying = (...texts: readonly string[]) => aTranscript(texts.map((text) => ['Ada', text]));
const textsOf = ({ rows }: ReadSheet) => rows.slice(1).map((row) => row.at(-1)?.[1]);

describe('a spreadsheet that another program reads', () => {
  it('has a heading and a row for each segment, with durations and text', async () => {
    const segments = [aSegment({ start: 3723.456, end: 90_000, text: '=1+1', speakerId: 'spk_1' })];
    const [sheet] = await sheetsOf([aTranscript([['Ada', 'Hello']], { segments })]);

    expect(sheet?.rows).toEqual([
      [
        ['s', 'start'],
        ['s', 'end'],
        ['s', 'speaker'],
        ['s', 'text'],
      ],
      [
        ['d', 3_723_456],
        ['d', 90_000_000],
        ['s', 'Ada'],
        ['s', '=1+1'],
      ],
    ]);
  });

  it('has all of a text that is longer than a cell, in rows with the same times', async () => {
    const long = `${'a'.repeat(32_766)}😀${'b'.repeat(10)}`;
    const [sheet] = await sheetsOf([saying(long)]);

    expect(sheet && textsOf(sheet)).toEqual(['a'.repeat(32_766), `😀${'b'.repeat(10)}`]);
  });

  it('runs from right to left where its text does', async () => {
    const sheets = await sheetsOf([saying('12', 'שלום'), saying('Hello', 'שלום')]);

    expect(sheets.map((sheet) => sheet.right_to_left)).toEqual([true, false]);
  });

  it('has its text, whatever the text is', async () => {
    const samples = fc.sample(someLines, sized({ everyday: 40, release: 1000 }));

    const sheets = await sheetsOf(samples.map((lines) => saying(...lines)));

    expect(sheets.map(textsOf)).toEqual(samples);
  });
});
