import { createHash } from 'node:crypto';
import { Script } from 'node:vm';
import { documents } from '#functions/api/documents/index';
import { getReferenceContract } from '#shared/foundation/documents/contract';
import { PUBLIC_EVENTS } from '#shared/webhooks/endpoints/rules/public-events';
import { contracts } from '#shared/wiring/all-contracts';
import { aWorld, callsTo } from '#test/support/api';
import { expectError, expectSuccess } from '#test/support/expect-response';
import { describe, expect, it } from '#test/support/jest';

const guides = [{ name: 'first-request', title: 'First <request>', markdown: '# First <request>' }];

const callsToDocuments = () => callsTo(documents(aWorld().context, guides));

const thePage = async () => {
  const answered = await callsToDocuments()('GET', '/docs', { headers: { accept: 'text/html,*/*;q=0.8' } });
  return { answered, page: String(expectSuccess(getReferenceContract, answered, 200)) };
};

/** What a browser would fetch, or go to, by itself or by a click. */
const addressesIn = (page: string): readonly string[] =>
  [...page.matchAll(/(?:src|href|action|poster|srcset|data)="([^"]*)"|url\(([^)]*)\)|@import/g)].map(
    ([whole, one, other]) => one ?? other ?? whole,
  );

const sourcesIn = (page: string, tag: string): readonly string[] =>
  [...page.matchAll(new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`, 'g'))].map(([, source = '']) => source);

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

describe('GET /docs', () => {
  it('200: a page with every endpoint, every event and every guide, to anybody', async () => {
    const { answered, page } = await thePage();

    expect(answered.headers['content-type']).toBe('text/html; charset=utf-8');
    for (const { path, summary } of contracts.filter((one) => !one.path.includes(':'))) {
      expect(page).toContain(`<code>${path}</code>`);
      expect(page).toContain(summary.replaceAll("'", '&#39;'));
    }
    for (const type of PUBLIC_EVENTS) expect(page).toContain(`<code>${type}</code>`);
    expect(page).toContain('<a href="/api/v1/docs/first-request">First &lt;request&gt;</a>');
  });

  it('200: leads to nowhere but this API', async () => {
    const { page } = await thePage();

    const addresses = addressesIn(page);
    expect(addresses.length).toBeGreaterThan(contracts.length);
    expect(addresses.filter((address) => !/^(#|\/api\/v1\/docs(\/|$))/.test(address))).toEqual([]);
  });

  it('200: every anchor that it points at is there, once', async () => {
    const { page } = await thePage();

    const anchors = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id);
    expect(anchors).toEqual([...new Set(anchors)]);
    const pointedAt = addressesIn(page).filter((address) => address.startsWith('#'));
    expect(pointedAt.filter((address) => !anchors.includes(address.slice(1)))).toEqual([]);
  });

  it('200: runs and styles nothing but what its policy names by hash', async () => {
    const { answered, page } = await thePage();
    const policy = answered.headers['content-security-policy'] ?? '';

    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('unsafe');
    const [scripts, styles] = [sourcesIn(page, 'script'), sourcesIn(page, 'style')];
    expect([scripts.length, styles.length]).toEqual([1, 1]);
    for (const source of [...scripts, ...styles]) expect(policy).toContain(hashOf(source));
    expect(page).not.toMatch(/ (style|on[a-z]+)="/);
    for (const source of scripts) expect(() => new Script(source)).not.toThrow();
  });

  it('200: is cacheable for five minutes, and its ETag identifies the edition', async () => {
    const { answered } = await thePage();

    expect(answered.headers['cache-control']).toBe('public, max-age=300');
    expect(answered.headers['etag']).toMatch(/^"[\w-]{43}"$/);
    expect((await thePage()).answered.headers['etag']).toBe(answered.headers['etag']);
  });

  it('400: a version that is no date', async () => {
    const refused = await callsToDocuments()('GET', '/docs', { headers: { 'service-version': 'two' } });

    expect(expectError(getReferenceContract, refused, 400)).toEqual(['invalid_api_version']);
  });

  it('405: any other method', async () => {
    const refused = await callsToDocuments()('POST', '/docs');

    expect(expectError(getReferenceContract, refused, 405)).toEqual(['method_not_allowed']);
  });

  it('406: an Accept header that excludes HTML', async () => {
    const refused = await callsToDocuments()('GET', '/docs', { headers: { accept: 'image/png' } });

    expect(expectError(getReferenceContract, refused, 406)).toEqual(['not_acceptable']);
  });
});
