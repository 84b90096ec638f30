import { strFromU8, unzipSync } from 'fflate';
import { XLSX } from '#shared/texts/exports/formats/xlsx';
import { anExportedText } from '#test/support/exported-text';
import { installedFonts } from '#test/support/installed-fonts';
import { describe, expect, it } from '#test/support/jest';
import { aTranscript } from '#test/support/transcripts';

describe('a text as a spreadsheet', () => {
  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '＝1+1', '<f>1+1</f>'])(
    'has %s as text, by whom or what it is said',
    async (text) => {
      const transcript = aTranscript([[text, text]]);

      const files = unzipSync(await XLSX.write(anExportedText({ transcript }), installedFonts));

      const sheet = strFromU8(files['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
      expect(sheet).not.toContain('<f>');
      expect([...sheet.matchAll(/<c r="[CD]2"[^>]* t="(\w+)"/g)].map(([, type]) => type)).toEqual(['s', 's']);
    },
  );
});
