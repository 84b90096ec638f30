import { resolve } from 'node:path';
import { documents } from '#functions/api/documents/index';
import { guidesIn } from '#functions/api/documents/page/guides';
import { getLlmsContract, getLlmsFullContract } from '#shared/foundation/documents/contract';
import { aWorld, callsTo } from '#test/support/api';
import { expectError, expectSuccess } from '#test/support/expect-response';
import { describe, expect, it } from '#test/support/jest';

const guides = guidesIn(resolve('docs/api'));
const call = callsTo(documents(aWorld().context, guides));
const ROOT = 'https://api.example.test/api/v1';

describe('GET /llms.txt', () => {
  it('200: a title, a summary, and a link to every guide, each of which is there', async () => {
    const answered = await call('GET', '/llms.txt');

    const text = String(expectSuccess(getLlmsContract, answered, 200));
    const links = [...text.matchAll(/\]\((.*?)\)/g)].map(([, url = '']) => url);
    expect(text).toMatch(/^# Rapporteur\n\n> /);
    expect(links).toEqual(expect.arrayContaining(guides.map(({ name }) => `${ROOT}/docs/${name}.md`)));
    for (const url of links) expect([url, (await call('GET', url.replace(ROOT, ''))).status]).toEqual([url, 200]);
  });

  it('400: a version that is no date', async () => {
    const refused = await call('GET', '/llms.txt', { headers: { 'service-version': 'two' } });

    expect(expectError(getLlmsContract, refused, 400)).toEqual(['invalid_api_version']);
  });

  it('405: any other method', async () => {
    expect(expectError(getLlmsContract, await call('POST', '/llms.txt'), 405)).toEqual(['method_not_allowed']);
  });

  it('406: an Accept header that excludes text', async () => {
    const refused = await call('GET', '/llms.txt', { headers: { accept: 'image/png' } });

    expect(expectError(getLlmsContract, refused, 406)).toEqual(['not_acceptable']);
  });
});

describe('GET /llms-full.txt', () => {
  it('200: every guide in reading order', async () => {
    const text = String(expectSuccess(getLlmsFullContract, await call('GET', '/llms-full.txt'), 200));

    const titles = [...text.matchAll(/^# (.+)$/gm)].map(([, title]) => title);
    expect(titles.filter((title) => guides.some((guide) => guide.title === title))).toEqual(
      guides.map(({ title }) => title),
    );
  });

  it('400: a version that is no date', async () => {
    const refused = await call('GET', '/llms-full.txt', { headers: { 'service-version': 'two' } });

    expect(expectError(getLlmsFullContract, refused, 400)).toEqual(['invalid_api_version']);
  });

  it('405: any other method', async () => {
    expect(expectError(getLlmsFullContract, await call('POST', '/llms-full.txt'), 405)).toEqual(['method_not_allowed']);
  });

  it('406: an Accept header that excludes text', async () => {
    const refused = await call('GET', '/llms-full.txt', { headers: { accept: 'image/png' } });

    expect(expectError(getLlmsFullContract, refused, 406)).toEqual(['not_acceptable']);
  });
});
