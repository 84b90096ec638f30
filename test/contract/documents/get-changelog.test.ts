import { documents } from '#functions/api/documents/index';
import { getChangelogContract } from '#shared/foundation/documents/contract';
import { releases } from '#shared/foundation/versions/releases';
import { aWorld, callsTo } from '#test/support/api';
import { expectError, expectSuccess } from '#test/support/expect-response';
import { describe, expect, it } from '#test/support/jest';

const callsToDocuments = () => {
  const { clock, baseUrl, server, log } = aWorld().context;
  return callsTo(documents({ clock, baseUrl, server, log }));
};

describe('GET /changelog', () => {
  it('200: a page with an anchor for every release, to anybody', async () => {
    const answered = await callsToDocuments()('GET', '/changelog', {
      key: 'nonsense',
      headers: { accept: 'text/html' },
    });

    const page = expectSuccess(getChangelogContract, answered, 200);
    expect(answered.headers['content-type']).toBe('text/html; charset=utf-8');
    for (const { date } of releases) expect(page).toContain(`id="${date}"`);
  });

  it('200: where the Link of an older version points', async () => {
    const call = callsToDocuments();
    const { headers } = await call('GET', '/openapi.json', { headers: { 'service-version': '2026-10-09' } });
    const [, target = ''] = headers['link']?.match(/^<(.*)>/) ?? [];
    const { pathname, hash } = new URL(target);

    const page = await call('GET', pathname);

    expect([page.status, hash]).toEqual([200, '#2026-10-12']);
    expect(page.body).toContain(`id="${hash.slice(1)}"`);
  });

  it('400: a version that is no date', async () => {
    const refused = await callsToDocuments()('GET', '/changelog', { headers: { 'service-version': 'two' } });

    expect(expectError(getChangelogContract, refused, 400)).toEqual(['invalid_api_version']);
  });

  it('400: a parameter it does not know', async () => {
    const refused = await callsToDocuments()('GET', '/changelog?since=1');

    expect(expectError(getChangelogContract, refused, 400)).toEqual(['bad_request since']);
  });

  it('405: any other method', async () => {
    const refused = await callsToDocuments()('DELETE', '/changelog');

    expect(expectError(getChangelogContract, refused, 405)).toEqual(['method_not_allowed']);
    expect(refused.headers['allow']).toBe('GET, HEAD');
  });

  it('406: an Accept header that excludes HTML', async () => {
    const refused = await callsToDocuments()('GET', '/changelog', { headers: { accept: 'image/png' } });

    expect(expectError(getChangelogContract, refused, 406)).toEqual(['not_acceptable']);
  });
});
