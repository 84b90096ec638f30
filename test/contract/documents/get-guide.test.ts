import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { documents } from '#functions/api/documents/index';
import { guidesIn } from '#functions/api/documents/page/guides';
import { getGuideContract } from '#shared/foundation/documents/contract';
import { aWorld, callsTo } from '#test/support/api';
import { expectError, expectSuccess } from '#test/support/expect-response';
import { describe, expect, it } from '#test/support/jest';

const FOLDER = resolve('docs/api');
const names = readdirSync(FOLDER).map((file) => file.replace('.md', ''));
const guides = guidesIn(FOLDER);

const call = callsTo(documents(aWorld().context, guides));

describe('GET /docs/{guide}', () => {
  it.each(names)('200: %s, with the way to the others', async (name) => {
    const answered = await call('GET', `/docs/${name}`);

    const page = String(expectSuccess(getGuideContract, answered, 200));
    expect(answered.headers['content-security-policy']).toContain("default-src 'none'");
    for (const guide of guides) expect(page).toContain(`href="/api/v1/docs/${guide.name}"`);
    expect(page).toContain('<h1 id=');
  });

  it.each(names)('200: %s leads to nowhere but these pages', async (name) => {
    const page = String((await call('GET', `/docs/${name}`)).body);
    const reference = String((await call('GET', '/docs')).body);

    for (const [, address = ''] of page.matchAll(/(?:src|href)="([^"]*)"/g)) {
      const [path = '', anchor] = address.split('#');
      const target = path === '' ? page : String((await call('GET', path)).body);
      expect([address, target.length > 500]).toEqual([address, true]);
      if (anchor !== undefined) expect([address, target.includes(`id="${anchor}"`)]).toEqual([address, true]);
    }
    expect(reference).toContain(`/docs/${name}"`);
  });

  it('200: is rendered once, however often anyone asks for it', async () => {
    let renderings = 0;
    const counted = {
      ...{ name: 'counted', title: 'Counted' },
      get markdown() {
        renderings += 1;
        return '# Counted';
      },
    };
    const callCounted = callsTo(documents(aWorld().context, [counted]));

    const pages = [await callCounted('GET', '/docs/counted'), await callCounted('GET', '/docs/counted')];

    expect(pages.map(({ status }) => status)).toEqual([200, 200]);
    expect(pages[0]?.body).toBe(pages[1]?.body);
    expect(renderings).toBe(1);
  });

  it('200: markup in a guide is shown, not obeyed', async () => {
    const odd = { name: 'odd', title: 'Odd', markdown: '# Odd\n\n<script>alert(1)</script> and <b>this</b>' };

    const { body } = await callsTo(documents(aWorld().context, [odd]))('GET', '/docs/odd');

    expect(body).not.toContain('<script>alert');
    expect(body).toContain('&lt;b&gt;this');
  });

  it('400: a version that is no date', async () => {
    const refused = await call('GET', '/docs/first-request', { headers: { 'service-version': 'two' } });

    expect(expectError(getGuideContract, refused, 400)).toEqual(['invalid_api_version']);
  });

  it('404: a guide that there is not', async () => {
    const refused = await call('GET', '/docs/how-to-fly');

    expect(expectError(getGuideContract, refused, 404)).toEqual(['not_found']);
  });

  it('405: any other method', async () => {
    const refused = await call('DELETE', '/docs/first-request');

    expect(expectError(getGuideContract, refused, 405)).toEqual(['method_not_allowed']);
  });

  it('406: an Accept header that excludes HTML', async () => {
    const refused = await call('GET', '/docs/first-request', { headers: { accept: 'image/png' } });

    expect(expectError(getGuideContract, refused, 406)).toEqual(['not_acceptable']);
  });
});
