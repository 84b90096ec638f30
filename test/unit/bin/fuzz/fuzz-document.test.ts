import { fuzzDocument, prefixesByOperation } from '#bin/fuzz/fuzz-document';
import { schemathesisConfig } from '#bin/fuzz/schemathesis-config';
import { contracts } from '#shared/wiring/all-contracts';
import { openapi } from '#shared/wiring/documents/openapi';
import { describe, expect, it } from '#test/support/jest';

const document = openapi(contracts, 'http://127.0.0.1:9/api/v1');
const narrowed = fuzzDocument(document);
const printed = JSON.stringify(narrowed['paths']);

describe('the document for the fuzzer', () => {
  it('has every operation, with whole ids in requests', () => {
    expect(Object.keys(narrowed['paths'] as object)).toEqual(Object.keys(document['paths'] as object));
    expect(printed).toContain('^mem_[0-7][0-9a-hjkmnp-tv-z]{25}$');
    expect(printed).toContain('^(mem_[0-7][0-9a-hjkmnp-tv-z]{25}$|wks_[0-7][0-9a-hjkmnp-tv-z]{25}$|');
    expect(printed).not.toMatch(/"\^[a-z]+_"/);
  });

  it('has no parameters that cannot be generated', () => {
    expect(printed).not.toContain('"name":"cursor"');
    expect(printed).not.toContain('ServiceVersion"}]');
  });

  it('bounds no array at more items than the gateway takes in a body', () => {
    expect(JSON.stringify(document['paths'])).toContain('"maxItems":30000');
    expect(printed).not.toContain('"maxItems":30000');
    expect(printed).toContain('"maxItems":100');
  });

  it.each([
    ['/bots', '["meeting_url","workspace_id"]'],
    ['/transcriptions', '["tmp_url","language","organization_id"]'],
  ])('requires the workspace where it is optional: POST %s', (path, required) => {
    const { paths } = narrowed as { readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>> };

    expect(JSON.stringify(paths[path]?.['post'])).toContain(`"required":${required}`);
  });
});

describe('the configuration of the fuzzer', () => {
  const ids = new Map([
    ['mem', ['mem_1', 'mem_2']],
    ['wks', ['wks_1']],
  ]);
  const config = schemathesisConfig({ base: '# base', hooks: '/hooks.py', document, ids });

  it('contains the base configuration and the hooks', () => {
    expect(config).toMatch(/^hooks = "\/hooks.py"\n\n# base\n/);
  });

  it('takes the ids of each operation from existing resources', () => {
    expect(prefixesByOperation(document).get('readMember')).toBe('mem');
    expect(config).toContain('[dictionaries.mem]\nvalues = ["mem_1","mem_2"]');
    expect(config).toContain(
      'include-operation-id = "readMember"\n[operations.parameters]\n"path.id" = { dictionary = "mem"',
    );
    expect(config).toContain('workspace_id = { dictionary = "wks"');
    expect(config).not.toContain('dictionary = "bot"');
  });
});
