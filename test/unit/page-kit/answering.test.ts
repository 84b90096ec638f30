import { form, formField } from '#shared/api/page-kit/forms';
import { pageApp } from '#shared/api/page-kit/page-app';
import { renderPage } from '#shared/api/page-kit/render';
import { answering } from '#shared/wiring/pages';
import { expect, it } from '#test/support/jest';
import { APP_URL, aPageWorld, hiddenFields } from '#test/support/pages';

const { pages, pageLog } = aPageWorld();
const app = pageApp(pages.kit);
app.get('/here', (c) => c.text(new URL(c.req.url).host));
app.get('/form', (c) => renderPage(c, { title: 'Form', main: form(c, { action: '/form', submit: 'Send' }) }));
app.post('/form', (c) => c.text(formField(c, 'name')));

const event = (method: string, path: string, more: object = {}) => ({
  version: '2.0',
  routeKey: '$default',
  rawPath: path,
  rawQueryString: '',
  headers: {},
  body: null,
  isBase64Encoded: false,
  // As the emulator writes it. A URL parser refuses it: a host that ends in a number must be an IPv4 address.
  requestContext: { http: { method, sourceIp: '203.0.113.9' }, requestId: 'req-1', domainName: 'id.127.0.0.1' },
  ...more,
});

const call = (...given: Parameters<typeof event>) => answering(app, pages)(event(...given) as never);

it('the URL of a request has the host of the pages, not of the gateway', async () => {
  expect(await call('GET', '/here')).toMatchObject({ statusCode: 200, body: new URL(APP_URL).host });
});

it('a request has the gateway’s id in its response and in its log line', async () => {
  const answer = await call('GET', '/here');
  expect(answer.headers).toMatchObject({ 'x-request-id': 'req-1' });
  expect(pageLog.at(-1)).toMatchObject({ requestId: 'req-1' });
});

it('a form is read with its cookies, base64-encoded or not', async () => {
  const page = await call('GET', '/form');
  const given = (page.cookies ?? []).map((line) => line.split(';')[0] ?? '');
  expect(given).toHaveLength(1);
  const body = new URLSearchParams({ ...hiddenFields(page.body, '/form'), name: 'Ada' }).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' };
  const sent = { headers, cookies: ['another=cookie', ...given] };
  for (const written of [{ body }, { body: Buffer.from(body).toString('base64'), isBase64Encoded: true }])
    expect(await call('POST', '/form', { ...sent, ...written })).toMatchObject({ statusCode: 200, body: 'Ada' });
});

it.each([
  ['a GET with a body', 'GET', { body: 'a=b' }, 200],
  ['a forbidden method', 'TRACE', {}, 405],
  ['an unknown method', 'a b', {}, 405],
  ['a cookie with a lone surrogate, beside others', 'GET', { cookies: ['one=\u20ac', 'two=\ud800', 'three=3'] }, 200],
  ['a header with a line break', 'GET', { headers: { 'x-one': 'a\nb' } }, 200],
  ['a header with a lone surrogate', 'GET', { headers: { 'x-one': '\ud800' } }, 200],
  ['a header with an invalid name', 'GET', { headers: { 'x one': 'a' } }, 200],
])('%s is answered with a page, the security headers and a log line', async (_which, method, more, statusCode) => {
  const lines = pageLog.length;
  const answer = await call(method, '/here', more);
  expect(answer).toMatchObject({ statusCode, headers: { 'x-frame-options': 'DENY', 'x-request-id': 'req-1' } });
  expect(pageLog).toHaveLength(lines + 1);
});
