import { describe, expect, it } from '@jest/globals';
import { FORMATS } from '#shared/exports/formats/formats';
import { anExportedText } from '#test/support/exported-text';

describe('formats of exports', () => {
  it.each(Object.entries(FORMATS))('write a text as %s', async (_, format) => {
    const bytes = await format.write(anExportedText());

    expect(Buffer.from(bytes).toString('latin1')).toContain('Shall we?');
  });
});
