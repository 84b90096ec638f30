import { html } from 'hono/html';
import { browserId } from '#shared/api/page-kit/cookies';
import { form, formField } from '#shared/api/page-kit/forms';
import { pageApp } from '#shared/api/page-kit/page-app';
import { renderPage } from '#shared/api/page-kit/render';
import { currentUser, endSession, requireSession, startSession } from '#shared/api/page-kit/session';
import { notFound } from '#shared/foundation/core/refusal';
import { HOUR_MS } from '#shared/foundation/core/time';
import { describe, expect, it } from '#test/support/jest';
import { APP_URL, aBrowser, aBrowserOf, aPageWorld, hiddenFields } from '#test/support/pages';

/** A few pages made with the kit, like a folder of functions/pages. */
function aPageApp() {
  const world = aPageWorld();
  const received: string[] = [];
  const app = pageApp(world.pages.kit);
  app.get('/open', (c) => renderPage(c, { title: 'Open', main: form(c, { action: '/open', submit: 'Send' }) }));
  app.post('/open', (c) => {
    received.push(formField(c, 'name'));
    return c.redirect('/open', 303);
  });
  app.get('/mine/:id', requireSession, (c) => renderPage(c, { title: currentUser(c).email, main: html`` }));
  app.post('/mine/:id', requireSession, (c) => {
    received.push(currentUser(c).email);
    return c.redirect('/open', 303);
  });
  app.get('/elsewhere', (c) =>
    renderPage(c, {
      title: 'Media',
      mediaSrc: ['https://files.test'],
      formAction: ['https://auth.test'],
      main: html``,
    }),
  );
  app.get('/gone', () => {
    throw notFound('meeting');
  });
  app.get('/broken', () => {
    throw new Error('canary-7f3a in a message');
  });
  app.get('/mark', (c) => c.text(browserId(c)));
  app.get('/named/:name', (c) => renderPage(c, { title: c.req.param('name'), main: html`` }));
  app.get('/in/:user', async (c) => {
    await startSession(c, c.req.param('user') as never);
    return c.redirect('/open', 303);
  });
  app.post('/out', async (c) => {
    await endSession(c);
    return c.redirect('/open', 303);
  });
  return { ...world, app, received };
}

describe('every response', () => {
  const WHERE = ['/open', '/gone', '/broken', '/nowhere', '/mine/1', '/elsewhere', '/mark'];

  it.each(WHERE)('of %s forbids framing, foreign content, MIME sniffing and caching', async (path) => {
    const { headers } = await aBrowser(aPageApp().app).get(path);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("base-uri 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).not.toMatch(/unsafe|\*/);
    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
    });
    expect(headers.get('x-request-id')).toMatch(/./);
  });

  it('adds to the policy only the origins that its page names', async () => {
    const { headers } = await aBrowser(aPageApp().app).get('/elsewhere');
    const policy = headers.get('content-security-policy');
    expect(policy).toContain("media-src 'self' https://files.test;");
    expect(policy).toContain("form-action 'self' https://auth.test;");
  });

  it('has no inline script, style or event handler', async () => {
    const { text } = await aBrowser(aPageApp().app).get('/open');
    expect(text).not.toMatch(/<script(?![^>]*src="\/assets\/)|<style|\sstyle=|\son\w+=|javascript:/i);
  });

  it('escapes text from outside', async () => {
    const { text } = await aBrowser(aPageApp().app).get(`/named/${encodeURIComponent('"><script>alert(1)</script>')}`);
    expect(text).not.toContain('<script>alert');
    expect(text).toContain('&lt;script&gt;alert(1)');
  });
});

describe('an error', () => {
  it('is rendered as a page with the request id', async () => {
    const seen = await aBrowser(aPageApp().app).get('/gone');
    expect(seen).toMatchObject({ status: 404, heading: 'Not found' });
    expect(seen.text).toContain('There is no such meeting.');
    expect(seen.text).toContain(seen.headers.get('x-request-id'));
  });

  it('that is unexpected is a defect: its message is neither on the page nor in the log', async () => {
    const { app, pageLog } = aPageApp();
    const seen = await aBrowser(app).get('/broken');
    expect(seen).toMatchObject({ status: 500, heading: 'Something went wrong' });
    expect(seen.text + JSON.stringify(pageLog)).not.toContain('canary-7f3a');
    expect(pageLog[0]?.defect).toMatch(/^Error at .*page-app\.test/);
  });
});

describe('the log', () => {
  it('has one line for each request: the path pattern, no query and no cookie', async () => {
    const site = aPageApp();
    const { userId } = await site.anOwner();
    const browser = await aBrowserOf(site.app, site, userId);
    await browser.get('/mine/ccl_secret?code=canary');
    await browser.get('/nowhere/canary');
    expect(site.pageLog).toMatchObject([
      { operation: 'GET /mine/{id}', status: 200, userId },
      { operation: 'GET (no page)', status: 404 },
    ]);
    expect(JSON.stringify(site.pageLog)).not.toMatch(/canary|ccl_secret|__Host|@/);
  });
});

describe('a form', () => {
  it('is accepted from the page of this browser', async () => {
    const { app, received } = aPageApp();
    const browser = aBrowser(app);
    await browser.get('/open');
    expect(await browser.submit('/open', { name: ' Ada ' })).toMatchObject({ status: 303, location: '/open' });
    expect(received).toEqual(['Ada']);
  });

  it('is refused without its CSRF token, with an empty one and with an invented one', async () => {
    const { app, received } = aPageApp();
    const browser = aBrowser(app);
    await browser.get('/open');
    for (const fields of [{}, { _token: '' }, { _token: 'x'.repeat(43) }]) {
      expect(await browser.post('/open', { name: 'x', ...fields })).toMatchObject({ status: 403 });
    }
    expect(received).toEqual([]);
  });

  it('is refused from a browser without cookies', async () => {
    const { app, received } = aPageApp();
    expect(await aBrowser(app).post('/open', { _token: '' })).toMatchObject({ status: 403 });
    expect(received).toEqual([]);
  });

  it('is refused with the token of another browser', async () => {
    const { app, received } = aPageApp();
    const [mine, theirs] = [aBrowser(app), aBrowser(app)];
    const { text } = await theirs.get('/open');
    await mine.get('/open');
    expect(await mine.post('/open', hiddenFields(text, '/open'))).toMatchObject({ status: 403 });
    expect(received).toEqual([]);
  });

  it('is refused with the token of another session, and with one from before sign-in', async () => {
    const site = aPageApp();
    const [one, other] = [await site.anOwner('One'), await site.anOwner('Other')];
    const [mine, theirs] = [
      await aBrowserOf(site.app, site, one.userId),
      await aBrowserOf(site.app, site, other.userId),
    ];
    const stranger = aBrowser(site.app);
    const foreign = [await theirs.get('/open'), await stranger.get('/open')];
    await mine.get('/open');
    for (const { text } of foreign)
      expect(await mine.post('/mine/1', hiddenFields(text, '/open'))).toMatchObject({ status: 403 });
    expect(site.received).toEqual([]);
  });

  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.test' }],
    ['a sibling domain', { 'sec-fetch-site': 'same-site', origin: 'https://other.example.test' }],
    ['an unknown origin', { 'sec-fetch-site': 'none' }],
  ])('is refused from %s, also with a valid token', async (_where, headers) => {
    const { app, received } = aPageApp();
    const browser = aBrowser(app);
    const { text } = await browser.get('/open');
    expect(await browser.post('/open', hiddenFields(text, '/open'), { headers })).toMatchObject({ status: 403 });
    expect(received).toEqual([]);
  });

  it('of a browser without Fetch Metadata is checked by its origin', async () => {
    const { app } = aPageApp();
    const browser = aBrowser(app);
    const { text } = await browser.get('/open');
    const sendFrom = (origin: string) =>
      app.request(`${APP_URL}/open`, {
        method: 'POST',
        body: new URLSearchParams(hiddenFields(text, '/open')).toString(),
        headers: {
          origin,
          cookie: [...browser.jar].map((pair) => pair.join('=')).join('; '),
          'content-type': 'application/x-www-form-urlencoded',
        },
      });
    expect((await sendFrom('https://evil.test')).status).toBe(403);
    expect((await sendFrom('null')).status).toBe(403);
    expect((await sendFrom(APP_URL)).status).toBe(303);
  });

  it('is refused with another content type, when it is too large and when it has a field twice', async () => {
    const { app } = aPageApp();
    const browser = aBrowser(app);
    await browser.get('/open');
    const as = (type: string) => browser.post('/open', { a: 'b' }, { headers: { 'content-type': type } });
    expect(await as('text/plain')).toMatchObject({ status: 415 });
    expect(await as('application/json')).toMatchObject({ status: 415 });
    expect(await browser.post('/open', { a: 'x'.repeat(140_000) })).toMatchObject({ status: 413 });
    const cookie = [...browser.jar].map((pair) => pair.join('=')).join('; ');
    const twice = await app.request(`${APP_URL}/open`, {
      method: 'POST',
      body: '_token=a&_token=b',
      headers: { cookie, 'sec-fetch-site': 'same-origin', 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(twice.status).toBe(400);
  });

  it('is sent by POST: other methods are refused', async () => {
    const { app } = aPageApp();
    for (const method of ['PUT', 'DELETE', 'PATCH', 'OPTIONS'])
      expect((await app.request(`${APP_URL}/open`, { method })).status).toBe(405);
  });
});

describe('cookies', () => {
  it('are HttpOnly, SameSite and for this host only', async () => {
    const { app, anOwner } = aPageApp();
    const { userId } = await anOwner();
    for (const path of ['/open', `/in/${userId}`]) {
      const cookies = (await aBrowser(app).get(path)).headers.getSetCookie();
      expect(cookies).toHaveLength(1);
      expect(cookies[0]).toMatch(/^__Host-\w+=[A-Za-z0-9_-]{43};/);
      for (const flag of ['HttpOnly', 'Secure', 'SameSite=Lax', 'Path=/']) expect(cookies[0]).toContain(flag);
      expect(cookies[0]).not.toMatch(/Domain/i);
    }
  });

  it('identify one browser for as long as it has them', async () => {
    const { app } = aPageApp();
    const [one, other] = [aBrowser(app), aBrowser(app)];
    const marks = [await one.get('/mark'), await one.get('/mark'), await other.get('/mark')].map(({ text }) => text);
    expect(marks[0]).toBe(marks[1]);
    expect(marks[0]).not.toBe(marks[2]);
    expect([...one.jar.values()]).not.toContain(marks[0]);
  });
});

describe('a session', () => {
  it('is required by a page of signed-in users, and sign-in leads back there', async () => {
    const seen = await aBrowser(aPageApp().app).get('/mine/1?tab=two&x=%2F');
    expect(seen).toMatchObject({ status: 303, location: '/sign-in?next=%2Fmine%2F1%3Ftab%3Dtwo%26x%3D%252F' });
  });

  it('is required before a form is carried out', async () => {
    const { app, received } = aPageApp();
    const browser = aBrowser(app);
    const { text } = await browser.get('/open');
    expect(await browser.post('/mine/1', hiddenFields(text, '/open'))).toMatchObject({ status: 401 });
    expect(received).toEqual([]);
  });

  it('is stored as a digest', async () => {
    const site = aPageApp();
    const { userId } = await site.anOwner();
    const browser = aBrowser(site.app);
    await browser.get(`/in/${userId}`);
    const secret = browser.jar.get('__Host-session') ?? '';
    const rows = JSON.stringify(site.dynamo.items());
    expect(rows).toContain('SES#');
    expect(rows).not.toContain(secret);
  });

  it('ends after twelve hours, also when it is used', async () => {
    const site = aPageApp();
    const { userId } = await site.anOwner();
    const browser = await aBrowserOf(site.app, site, userId);
    site.clock.advance(12 * HOUR_MS - 1);
    expect(await browser.get('/mine/1')).toMatchObject({ status: 200 });
    site.clock.advance(1);
    expect(await browser.get('/mine/1')).toMatchObject({ status: 303 });
  });

  it('starts under a new secret, and the previous one is no longer valid', async () => {
    const site = aPageApp();
    const [one, other] = [await site.anOwner('One'), await site.anOwner('Other')];
    const browser = await aBrowserOf(site.app, site, one.userId);
    const planted = browser.jar.get('__Host-session') ?? '';
    await browser.get(`/in/${other.userId}`);
    expect(browser.jar.get('__Host-session')).not.toBe(planted);
    const attacker = aBrowser(site.app);
    attacker.jar.set('__Host-session', planted);
    expect(await attacker.get('/mine/1')).toMatchObject({ status: 303 });
  });

  it('is never started under a secret that the browser brought', async () => {
    const site = aPageApp();
    const { userId } = await site.anOwner();
    const browser = aBrowser(site.app);
    const chosen = 'a'.repeat(43);
    browser.jar.set('__Host-session', chosen);
    await browser.get(`/in/${userId}`);
    expect(browser.jar.get('__Host-session')).not.toBe(chosen);
    expect(await site.pages.kit.sessions.find(chosen)).toBeUndefined();
  });

  it('ends for every copy of its cookie', async () => {
    const site = aPageApp();
    const { userId } = await site.anOwner();
    const browser = await aBrowserOf(site.app, site, userId);
    const copy = aBrowser(site.app);
    for (const [name, value] of browser.jar) copy.jar.set(name, value);
    const { text } = await browser.get('/mine/1');
    expect(await browser.post('/out', hiddenFields(text, '/sign-out'))).toMatchObject({ status: 303 });
    expect(browser.jar.has('__Host-session')).toBe(false);
    expect(await copy.get('/mine/1')).toMatchObject({ status: 303 });
  });
});
