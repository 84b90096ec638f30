import { describe, expect, it } from '@jest/globals';
import { fuzzDocument, prefixesByOperation } from '#bin/fuzz/fuzz-document';
import { fuzzSettings } from '#bin/fuzz/fuzz-settings';
import { openapi } from '#shared/http/openapi/openapi';
import { contracts } from '#shared/wiring/all-contracts';

const document = openapi(contracts, 'http://127.0.0.1:9/api/v1');
const narrowed = fuzzDocument(document);
const printed = JSON.stringify(narrowed['paths']);

describe('the document as the fuzzer takes it', () => {
  it('has every operation, and asks for whole ids in requests', () => {
    expect(Object.keys(narrowed['paths'] as object)).toEqual(Object.keys(document['paths'] as object));
    expect(printed).toContain('^mem_[0-7][0-9a-hjkmnp-tv-z]{25}$');
    expect(printed).toContain('^(mem_[0-7][0-9a-hjkmnp-tv-z]{25}$|wks_[0-7][0-9a-hjkmnp-tv-z]{25}$|');
    expect(printed).not.toMatch(/"\^[a-z]+_"/);
  });

  it('asks for nothing that a machine cannot make up', () => {
    expect(printed).not.toContain('"name":"cursor"');
    expect(printed).not.toContain('ServiceVersion"}]');
  });

  it('says which workspace, wherever one may be named', () => {
    const { paths } = narrowed as { readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>> };

    expect(JSON.stringify(paths['/bots']?.['post'])).toMatch(/"required":\["meeting_url","workspace_id"\]/);
  });
});

describe('the settings of the fuzzer', () => {
  const ids = new Map([
    ['mem', ['mem_1', 'mem_2']],
    ['wks', ['wks_1']],
  ]);
  const settings = fuzzSettings({ base: '# by hand', hooks: '/hooks.py', document, ids });

  it('keep what was written by hand, and name the hooks', () => {
    expect(settings).toMatch(/^hooks = "\/hooks.py"\n\n# by hand\n/);
  });

  it('draw the ids of each operation from those that are there', () => {
    expect(prefixesByOperation(document).get('readMember')).toBe('mem');
    expect(settings).toContain('[dictionaries.mem]\nvalues = ["mem_1","mem_2"]');
    expect(settings).toContain(
      'include-operation-id = "readMember"\n[operations.parameters]\n"path.id" = { dictionary = "mem"',
    );
    expect(settings).toContain('workspace_id = { dictionary = "wks"');
    expect(settings).not.toContain('dictionary = "bot"');
  });
});
