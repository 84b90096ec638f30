import { describe, expect, it } from '@jest/globals';
import { DAY_MS, HOUR_MS } from '#shared/core/time';
import { aBrowser, hiddenFields } from '#test/support/pages';
import { aSite, type Site } from './a-site.ts';

const PASSWORD = 'Correct-horse-1';

/** The text of a page without the parts that differ between requests. */
const wordsOf = (text: string, email: string): string =>
  text.replaceAll(email, 'EMAIL').replace(/name="_token" value="[^"]*"/g, '');

async function signUp({ app }: Site, email: string, password = PASSWORD) {
  const browser = aBrowser(app);
  await browser.get('/sign-up');
  return browser.submit('/sign-up', { email, password });
}

describe('signing up', () => {
  it('sends a code, and redirects to the sign-in page after its confirmation', async () => {
    const site = aSite();
    await site.browser.get('/sign-up');
    const asked = await site.browser.submit('/sign-up', { email: ' Ada@Lovelace.test ', password: PASSWORD });
    expect(asked).toMatchObject({ status: 200, heading: 'Enter your code' });
    const wrong = await site.browser.submit('/sign-up/confirm', { email: 'ada@lovelace.test', code: '000000' });
    expect(wrong).toMatchObject({ status: 422, heading: 'Enter your code' });
    expect(wrong.text).toContain('aria-invalid="true"');
    const right = await site.browser.submit('/sign-up/confirm', { email: 'ada@lovelace.test', code: ' 123 456 ' });
    expect(right).toMatchObject({ status: 303, location: '/sign-in' });
    expect(site.pool.asked).toEqual([
      'sign up ada@lovelace.test',
      'confirm ada@lovelace.test',
      'confirm ada@lovelace.test',
    ]);
  });

  it('accepts a code only in the browser that signed up, so that no one confirms the password of another person', async () => {
    const site = aSite();
    const email = 'ada@lovelace.test';
    const [mallory, ada] = [aBrowser(site.app), aBrowser(site.app)];
    const typed = { email, code: '123456' };
    await mallory.get('/sign-up');
    await mallory.submit('/sign-up', { email, password: 'Known-to-mallory-1' });
    await ada.get('/sign-up');
    expect(await ada.submit('/sign-up', { email, password: PASSWORD })).toMatchObject({ heading: 'Enter your code' });
    expect(await ada.submit('/sign-up/confirm', typed)).toMatchObject({ status: 422, heading: 'Enter your code' });
    expect(site.pool.asked).not.toContain(`confirm ${email}`);
    expect(await mallory.submit('/sign-up/confirm', typed)).toMatchObject({ status: 303 });
  });

  it('can be repeated in the same browser, which may confirm for a week', async () => {
    const site = aSite();
    const [mine, late] = [{ email: 'ada@lovelace.test' }, { email: 'late@lovelace.test' }];
    for (const { email } of [mine, mine, late]) {
      await site.browser.get('/sign-up');
      await site.browser.submit('/sign-up', { email, password: PASSWORD });
    }
    site.clock.advance(7 * DAY_MS - 1);
    expect(await site.browser.submit('/sign-up/confirm', { ...mine, code: '123456' })).toMatchObject({ status: 303 });
    site.clock.advance(1);
    await site.browser.get('/sign-up/confirm');
    expect(await site.browser.submit('/sign-up/confirm', { ...late, code: '123456' })).toMatchObject({ status: 422 });
  });

  it('sends a new code, by a second button of the same form', async () => {
    const site = aSite();
    await site.browser.get('/sign-up');
    const page = await site.browser.submit('/sign-up', { email: 'ada@lovelace.test', password: PASSWORD });
    expect(page.text).toContain('formaction="/sign-up/code"');
    const hidden = hiddenFields(page.text, '/sign-up/confirm');
    const send = (email: string) => site.browser.post('/sign-up/code', { ...hidden, email, code: '' });
    expect(await send('ada@lovelace.test')).toMatchObject({ status: 200, heading: 'Enter your code' });
    expect(await send('ada')).toMatchObject({ status: 422 });
    expect(site.pool.asked).toEqual(['sign up ada@lovelace.test', 'code ada@lovelace.test']);
  });

  it('sends no code for an address of another browser, and does not reveal it', async () => {
    const site = aSite();
    await signUp(site, 'ada@lovelace.test');
    const mallory = aBrowser(site.app);
    const { text } = await mallory.get('/sign-up/confirm');
    const fields = { ...hiddenFields(text, '/sign-up/confirm'), email: 'ada@lovelace.test' };
    expect(await mallory.post('/sign-up/code', fields)).toMatchObject({ status: 200, heading: 'Enter your code' });
    expect(site.pool.asked).toEqual(['sign up ada@lovelace.test']);
  });

  it.each([
    ['ada', PASSWORD],
    ['ada@localhost', PASSWORD],
    ['ada@lovelace.test', 'Short-1a'],
    ['ada@lovelace.test', 'alllowercase-1'],
    ['ada@lovelace.test', 'NoSignAtAll1x'],
  ])('422: for %s with %s, without a request to the identity provider', async (email, password) => {
    const site = aSite();
    const seen = await signUp(site, email, password);
    expect(seen).toMatchObject({ status: 422, heading: 'Sign up' });
    expect(seen.text).not.toContain(password);
    expect(site.pool.asked).toEqual([]);
  });

  it('neither repeats nor stores a password', async () => {
    const site = aSite();
    const seen = await signUp(site, 'ada@lovelace.test');
    expect(seen.text + JSON.stringify([site.pageLog, site.dynamo.items()])).not.toContain(PASSWORD);
  });

  it('403: in a deployment without workspace creation', async () => {
    const site = aSite({ isOpen: false });
    expect(await site.browser.get('/sign-up')).toMatchObject({ status: 403 });
    expect(site.pool.asked).toEqual([]);
  });
});

describe('whether an address has an account', () => {
  const pages = [
    ['/sign-up', { password: PASSWORD }],
    ['/sign-up/confirm', { code: '999999' }],
    ['/sign-up/code', {}],
  ] as const;

  it.each(pages)('is not revealed by POST %s', async (path, fields) => {
    const site = aSite();
    site.pool.known.add('known@x.test');
    const said = async (email: string) => {
      const browser = aBrowser(site.app);
      const form = path === '/sign-up' ? path : '/sign-up/confirm';
      const page = await browser.get(form);
      const { status, text } = await browser.post(path, { ...hiddenFields(page.text, form), email, ...fields });
      return { status, words: wordsOf(text, email).replace(/Request ID: .*/, '') };
    };
    expect(await said('known@x.test')).toEqual(await said('unknown@x.test'));
  });
});

describe('too many attempts', () => {
  it('from one IP address are refused for the rest of the hour', async () => {
    const site = aSite();
    for (let at = 0; at < 30; at += 1) expect((await signUp(site, `a${at}@x.test`)).status).toBe(200);
    expect(await signUp(site, 'one-more@x.test')).toMatchObject({ status: 429, heading: 'Too many requests' });
    site.clock.advance(HOUR_MS);
    expect(await signUp(site, 'one-more@x.test')).toMatchObject({ status: 200 });
  });
});

describe('every account page', () => {
  it.each(['/sign-up', '/sign-up/confirm', '/sign-in/ended', '/sign-in/nowhere', '/sign-in/callback'])(
    '%s has one heading, a label for each field, and a strict policy',
    async (path) => {
      const { text, headers } = await aSite().browser.get(path);
      expect(text.match(/<h1>/g)).toHaveLength(1);
      for (const [, id] of text.matchAll(/<input id="([^"]*)"/g)) expect(text).toContain(`<label for="${id}">`);
      const ids = [...text.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
      expect(ids).toEqual([...new Set(ids)]);
      expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
      expect(headers.get('cache-control')).toBe('no-store');
    },
  );
});
