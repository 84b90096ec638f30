import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { documents } from '#functions/api/documents/index';
import { guidesIn } from '#functions/api/documents/page/guides';
import { getGuideMarkdownContract } from '#shared/foundation/documents/contract';
import { aWorld, callsTo } from '#test/support/api';
import { expectError, expectSuccess } from '#test/support/expect-response';
import { describe, expect, it } from '#test/support/jest';

const FOLDER = resolve('docs/api');
const names = readdirSync(FOLDER).map((file) => file.replace('.md', ''));
const call = callsTo(documents(aWorld().context, guidesIn(FOLDER)));
const ROOT = 'https://api.example.test/api/v1';

describe('GET /docs/{guide}.md', () => {
  it.each(names)('200: %s, without comments, with links that lead to documents', async (name) => {
    const answered = await call('GET', `/docs/${name}.md`);

    const text = String(expectSuccess(getGuideMarkdownContract, answered, 200));
    expect(answered.headers['content-type']).toBe('text/markdown; charset=utf-8');
    expect(text).not.toContain('<!--');
    for (const [, href = ''] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
      expect(href).toMatch(/^(?:#|https?:)/);
      const [path = ''] = href.replace(ROOT, '').split('#');
      if (href.startsWith(ROOT)) expect([href, (await call('GET', path)).status]).toEqual([href, 200]);
    }
  });

  it('400: a version that is no date', async () => {
    const refused = await call('GET', '/docs/bots.md', { headers: { 'service-version': 'two' } });

    expect(expectError(getGuideMarkdownContract, refused, 400)).toEqual(['invalid_api_version']);
  });

  it('404: an unknown guide', async () => {
    const refused = await call('GET', '/docs/how-to-fly.md');

    expect(expectError(getGuideMarkdownContract, refused, 404)).toEqual(['not_found']);
  });

  it('405: any other method', async () => {
    const refused = await call('DELETE', '/docs/bots.md');

    expect(expectError(getGuideMarkdownContract, refused, 405)).toEqual(['method_not_allowed']);
  });

  it('406: an Accept header that excludes Markdown', async () => {
    const refused = await call('GET', '/docs/bots.md', { headers: { accept: 'image/png' } });

    expect(expectError(getGuideMarkdownContract, refused, 406)).toEqual(['not_acceptable']);
  });
});
