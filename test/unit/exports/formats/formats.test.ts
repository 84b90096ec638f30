import { FORMATS } from '#shared/texts/exports/formats/formats';
import { anExportedText } from '#test/support/exported-text';
import { installedFonts } from '#test/support/installed-fonts';
import { describe, expect, it } from '#test/support/jest';
import { aTranscript } from '#test/support/transcripts';

/** First bytes of formats that are not plain text. */
const SIGNATURES = { docx: 'PK\x03\x04', pdf: '%PDF-1.7', xlsx: 'PK\x03\x04' } as Readonly<Record<string, string>>;

describe('formats of exports', () => {
  it.each(Object.entries(FORMATS))('write a text as %s', async (name, format) => {
    const written = Buffer.from(await format.write(anExportedText(), installedFonts)).toString('latin1');

    const signature = SIGNATURES[name];
    if (signature) expect(written.startsWith(signature)).toBe(true);
    else expect(written).toContain('Shall we?');
  });

  const strange = [
    '\ufffe',
    '\uffff',
    '\ufdd0',
    '\u{1fffe}',
    '\ud7ff',
    '\u{e0080}',
    '\u0378',
    '\ud800',
    '\u0000',
    '\u0007',
  ];

  it.each(Object.entries(FORMATS))(
    'write a text with code points that are no characters as %s',
    async (_name, format) => {
      const transcript = aTranscript(strange.map((one) => ['Ada', `Shall${one} we?`]));

      const written = await format.write(
        anExportedText({ title: `Sync ${strange.join('')}`, transcript }),
        installedFonts,
      );

      expect(written.length).toBeGreaterThan(0);
    },
  );

  it('show what a font cannot as a replacement in pdf, and noncharacters not at all', async () => {
    const transcript = aTranscript([['Ada', 'One\ufffe two\ud7ff three\ue000.']]);
    const plain = aTranscript([['Ada', 'One two\ufffd three\ufffd.']]);

    const [written, expected] = await Promise.all(
      [transcript, plain].map(async (one) => FORMATS.pdf.write(anExportedText({ transcript: one }), installedFonts)),
    );

    expect(written?.length).toBe(expected?.length);
  });
});
