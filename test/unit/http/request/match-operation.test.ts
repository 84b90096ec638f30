import { Refusal } from '#shared/foundation/core/refusal';
import { matcher } from '#shared/foundation/http/request/match-operation';
import { describe, expect, it } from '#test/support/jest';

const ROUTES = [
  { method: 'GET', path: '/meetings' },
  { method: 'POST', path: '/meetings' },
  { method: 'GET', path: '/meetings/{id}' },
  { method: 'PATCH', path: '/meetings/{id}' },
  { method: 'GET', path: '/meetings/{id}/results' },
  { method: 'GET', path: '/openapi.json' },
  { method: 'GET', path: '/asyncapi.json' },
  { method: 'GET', path: '/docs/{guide}' },
  { method: 'GET', path: '/docs/{guide}.md' },
  { method: 'GET', path: '/uploads/{id}' },
  { method: 'GET', path: '/uploads/new' },
  { method: 'GET', path: '/orders/{id}' },
  { method: 'POST', path: '/orders/translation' },
] as const;

const match = matcher(ROUTES, (route) => route);

function refusalOf(method: string, path: string): Refusal {
  try {
    match(method, path);
  } catch (thrown) {
    if (thrown instanceof Refusal) return thrown;
    throw thrown;
  }
  throw new Error(`${method} ${path} was matched`);
}

describe('matching a request with its endpoint', () => {
  it.each([
    ['GET', '/meetings', '/meetings', {}],
    ['GET', '/meetings/', '/meetings', {}],
    ['GET', '/meetings/mtg_1', '/meetings/{id}', { id: 'mtg_1' }],
    ['PATCH', '/meetings/mtg_1/', '/meetings/{id}', { id: 'mtg_1' }],
    ['GET', '/meetings/mtg_1/results', '/meetings/{id}/results', { id: 'mtg_1' }],
    ['GET', '/openapi.json', '/openapi.json', {}],
    ['GET', '/asyncapi.json', '/asyncapi.json', {}],
    ['GET', '/docs/bots', '/docs/{guide}', { guide: 'bots' }],
    ['GET', '/docs/bots.md', '/docs/{guide}.md', { guide: 'bots' }],
    ['GET', '/uploads/new', '/uploads/new', {}],
    ['GET', '/uploads/upl_1', '/uploads/{id}', { id: 'upl_1' }],
  ])('%s %s is %s', (method, path, route, params) => {
    expect(match(method, path)).toMatchObject({ route: { method, path: route }, params });
  });

  it('decodes a parameter, and keeps one that is not properly encoded', () => {
    expect(match('GET', '/meetings/mtg%5F1').params).toEqual({ id: 'mtg_1' });
    expect(match('GET', '/meetings/%zz').params).toEqual({ id: '%zz' });
    expect(match('GET', '/meetings/a%2Fb').params).toEqual({ id: 'a/b' });
  });

  it.each([
    ['another word', '/meeting'],
    ['a word too many', '/meetings/mtg_1/results/words'],
    ['an empty parameter', '/meetings//results'],
    ['two trailing slashes', '/meetings//'],
    ['nothing', '/'],
    ['another case', '/Meetings'],
    ['a dot where there is no endpoint without it', '/favicon.ico'],
    ['a hidden file', '/.env'],
  ])('404: %s', (_what, path) => {
    expect(refusalOf('GET', path)).toMatchObject({ kind: 'not_found', faults: [{ code: 'not_found' }] });
  });

  it.each(['/meetings.xml', '/meetings/mtg_1.csv', '/meetings/mtg_1/results.vtt', '/meetings/mtg_1.pdf'])(
    '406: %s asks for a format by its ending',
    (path) => {
      expect(refusalOf('GET', path)).toMatchObject({ kind: 'not_acceptable', faults: [{ code: 'not_acceptable' }] });
    },
  );

  it('405: tells which methods a path takes, each once and in order', () => {
    const refusal = refusalOf('DELETE', '/meetings');

    expect(refusal).toMatchObject({ kind: 'method_not_allowed', extras: { allow: ['GET', 'HEAD', 'POST'] } });
    expect(refusal.message).toContain('GET, HEAD, POST');
    expect(refusalOf('POST', '/meetings/mtg_1').extras.allow).toEqual(['GET', 'HEAD', 'PATCH']);
    expect(refusalOf('get', '/meetings').kind).toBe('method_not_allowed');
  });

  it.each(['GET', 'HEAD', 'DELETE'])('405: a path that is named as a whole is no id: %s', (method) => {
    expect(refusalOf(method, '/orders/translation')).toMatchObject({
      kind: 'method_not_allowed',
      extras: { allow: ['POST'] },
    });
  });
});
