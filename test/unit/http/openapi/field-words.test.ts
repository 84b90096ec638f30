import { describe, expect, it } from '@jest/globals';
import { FIELD_WORDS, withWords } from '#shared/http/openapi/field-words';
import { openapi } from '#shared/http/openapi/openapi';
import { contracts } from '#shared/wiring/all-contracts';

describe('the words on fields', () => {
  it('each stand somewhere in the OpenAPI document', () => {
    const printed = JSON.stringify(openapi(contracts, 'https://api.example.test/api/v1'));

    const unused = Object.entries(FIELD_WORDS).filter(([, words]) => !printed.includes(JSON.stringify(words)));
    expect(unused.map(([name]) => name)).toEqual([]);
  });

  it('give way to those of the schema itself, and to those of a closer name', () => {
    const text = { type: 'string' };
    const schema = { type: 'object', properties: { metadata: { ...text, description: 'Mine.' }, size: text } };

    expect(withWords(schema, 'File')).toMatchObject({
      properties: { metadata: { description: 'Mine.' }, size: { description: 'Size in bytes.' } },
    });
    expect(withWords(schema, 'Bot')).toMatchObject({ properties: { size: { type: 'string' } } });
  });

  it('stand at fields alone: a default or an example stays as it is', () => {
    const schema = { type: 'object', default: { properties: { metadata: {} } } };

    expect(withWords(schema, 'Bot')).toEqual(schema);
  });
});
