import { describe, expect, it } from '@jest/globals';
import { FORMATS } from '#shared/exports/formats/formats';
import { anExportedText } from '#test/support/exported-text';

/** First bytes of formats that are not plain text: a ZIP archive. */
const SIGNATURES = { docx: 'PK\x03\x04', xlsx: 'PK\x03\x04' } as Readonly<Record<string, string>>;

describe('formats of exports', () => {
  it.each(Object.entries(FORMATS))('write a text as %s', async (name, format) => {
    const written = Buffer.from(await format.write(anExportedText())).toString('latin1');

    const signature = SIGNATURES[name];
    if (signature) expect(written.startsWith(signature)).toBe(true);
    else expect(written).toContain('Shall we?');
  });
});
