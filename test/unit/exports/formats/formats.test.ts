import { FORMATS } from '#shared/exports/formats/formats';
import { anExportedText } from '#test/support/exported-text';
import { installedFonts } from '#test/support/installed-fonts';
import { describe, expect, it } from '#test/support/jest';

/** First bytes of formats that are not plain text. */
const SIGNATURES = { docx: 'PK\x03\x04', pdf: '%PDF-1.7', xlsx: 'PK\x03\x04' } as Readonly<Record<string, string>>;

describe('formats of exports', () => {
  it.each(Object.entries(FORMATS))('write a text as %s', async (name, format) => {
    const written = Buffer.from(await format.write(anExportedText(), installedFonts)).toString('latin1');

    const signature = SIGNATURES[name];
    if (signature) expect(written.startsWith(signature)).toBe(true);
    else expect(written).toContain('Shall we?');
  });
});
