import { DAY_MS, HOUR_MS } from '#shared/foundation/core/time';
import { describe, expect, it } from '#test/support/jest';
import { aBrowser, hiddenFields } from '#test/support/pages';
import { type AccountWorld, anAccountWorld } from './account-world.ts';

const PASSWORD = 'Correct-horse-1';

interface SigningUp {
  readonly password?: string;
  /** An IP address. */
  readonly from?: string;
}

/** The text of a page without the parts that differ between requests. */
const wordsOf = (text: string, email: string): string =>
  text.replaceAll(email, 'EMAIL').replace(/name="_token" value="[^"]*"/g, '');

async function signUp({ app }: AccountWorld, email: string, { password = PASSWORD, from }: SigningUp = {}) {
  const browser = aBrowser(app, from);
  await browser.get('/sign-up');
  return browser.submit('/sign-up', { email, password });
}

describe('signing up', () => {
  it('sends a code, and redirects to the sign-in page after its confirmation', async () => {
    const world = anAccountWorld();
    await world.browser.get('/sign-up');
    const asked = await world.browser.submit('/sign-up', { email: ' Ada@Lovelace.test ', password: PASSWORD });
    expect(asked).toMatchObject({ status: 200, heading: 'Enter your code' });
    const wrong = await world.browser.submit('/sign-up/confirm', { email: 'ada@lovelace.test', code: '000000' });
    expect(wrong).toMatchObject({ status: 422, heading: 'Enter your code' });
    expect(wrong.text).toContain('aria-invalid="true"');
    const right = await world.browser.submit('/sign-up/confirm', { email: 'ada@lovelace.test', code: ' 123 456 ' });
    expect(right).toMatchObject({ status: 303, location: '/sign-in' });
    expect(world.pool.asked).toEqual([
      'sign up ada@lovelace.test',
      'confirm ada@lovelace.test',
      'confirm ada@lovelace.test',
    ]);
  });

  it('accepts a code only in the browser that signed up, so that no one confirms the password of another person', async () => {
    const world = anAccountWorld();
    const email = 'ada@lovelace.test';
    const [mallory, ada] = [aBrowser(world.app), aBrowser(world.app)];
    const typed = { email, code: '123456' };
    await mallory.get('/sign-up');
    await mallory.submit('/sign-up', { email, password: 'Known-to-mallory-1' });
    await ada.get('/sign-up');
    expect(await ada.submit('/sign-up', { email, password: PASSWORD })).toMatchObject({ heading: 'Enter your code' });
    expect(await ada.submit('/sign-up/confirm', typed)).toMatchObject({ status: 422, heading: 'Enter your code' });
    expect(world.pool.asked).not.toContain(`confirm ${email}`);
    expect(await mallory.submit('/sign-up/confirm', typed)).toMatchObject({ status: 303 });
  });

  it('can be repeated in the same browser, which may confirm for a week', async () => {
    const world = anAccountWorld();
    const [mine, late] = [{ email: 'ada@lovelace.test' }, { email: 'late@lovelace.test' }];
    for (const { email } of [mine, mine, late]) {
      await world.browser.get('/sign-up');
      await world.browser.submit('/sign-up', { email, password: PASSWORD });
    }
    world.clock.advance(7 * DAY_MS - 1);
    expect(await world.browser.submit('/sign-up/confirm', { ...mine, code: '123456' })).toMatchObject({ status: 303 });
    world.clock.advance(1);
    await world.browser.get('/sign-up/confirm');
    expect(await world.browser.submit('/sign-up/confirm', { ...late, code: '123456' })).toMatchObject({ status: 422 });
  });

  it('sends a new code, by a second button of the same form', async () => {
    const world = anAccountWorld();
    await world.browser.get('/sign-up');
    const page = await world.browser.submit('/sign-up', { email: 'ada@lovelace.test', password: PASSWORD });
    expect(page.text).toContain('formaction="/sign-up/code"');
    const hidden = hiddenFields(page.text, '/sign-up/confirm');
    const send = (email: string) => world.browser.post('/sign-up/code', { ...hidden, email, code: '' });
    expect(await send('ada@lovelace.test')).toMatchObject({ status: 200, heading: 'Enter your code' });
    expect(await send('ada')).toMatchObject({ status: 422 });
    expect(world.pool.asked).toEqual(['sign up ada@lovelace.test', 'code ada@lovelace.test']);
  });

  it('says to every address that a code which does not arrive may be over a limit', async () => {
    const world = anAccountWorld();
    await signUp(world, 'ada@lovelace.test');
    const { text } = await world.browser.get('/sign-up/confirm');
    for (const email of ['ada@lovelace.test', 'nobody@lovelace.test']) {
      const fields = { ...hiddenFields(text, '/sign-up/confirm'), email };
      const page = await world.browser.post('/sign-up/code', fields);
      expect(page.text).toContain('too many codes were sent today: try again tomorrow');
    }
  });

  it('sends no code for an address of another browser, and does not reveal it', async () => {
    const world = anAccountWorld();
    await signUp(world, 'ada@lovelace.test');
    const mallory = aBrowser(world.app);
    const { text } = await mallory.get('/sign-up/confirm');
    const fields = { ...hiddenFields(text, '/sign-up/confirm'), email: 'ada@lovelace.test' };
    expect(await mallory.post('/sign-up/code', fields)).toMatchObject({ status: 200, heading: 'Enter your code' });
    expect(world.pool.asked).toEqual(['sign up ada@lovelace.test']);
  });

  it.each([
    ['ada', PASSWORD],
    ['ada@localhost', PASSWORD],
    ['ada@lovelace.test', 'Short-1a'],
    ['ada@lovelace.test', 'alllowercase-1'],
    ['ada@lovelace.test', 'NoSignAtAll1x'],
  ])('422: for %s with %s, without a request to the identity provider', async (email, password) => {
    const world = anAccountWorld();
    const seen = await signUp(world, email, { password });
    expect(seen).toMatchObject({ status: 422, heading: 'Sign up' });
    expect(seen.text).not.toContain(password);
    expect(world.pool.asked).toEqual([]);
  });

  it('neither repeats nor stores a password', async () => {
    const world = anAccountWorld();
    const seen = await signUp(world, 'ada@lovelace.test');
    expect(seen.text + JSON.stringify([world.pageLog, world.dynamo.items()])).not.toContain(PASSWORD);
  });

  it('403: in a deployment without workspace creation', async () => {
    const world = anAccountWorld({ isOpen: false });
    expect(await world.browser.get('/sign-up')).toMatchObject({ status: 403 });
    expect(world.pool.asked).toEqual([]);
  });
});

describe('whether an address has an account', () => {
  const pages = [
    ['/sign-up', { password: PASSWORD }],
    ['/sign-up/confirm', { code: '999999' }],
    ['/sign-up/code', {}],
  ] as const;

  it.each(pages)('is not revealed by POST %s', async (path, fields) => {
    const world = anAccountWorld();
    world.pool.known.add('known@x.test');
    const said = async (email: string) => {
      const browser = aBrowser(world.app);
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
    const world = anAccountWorld();
    for (let at = 0; at < 30; at += 1) expect((await signUp(world, `a${at}@x.test`)).status).toBe(200);
    expect(await signUp(world, 'one-more@x.test')).toMatchObject({ status: 429, heading: 'Too many requests' });
    world.clock.advance(HOUR_MS);
    expect(await signUp(world, 'one-more@x.test')).toMatchObject({ status: 200 });
  });

  it.each([
    ['IPv6 networks of one site', (nth: number) => `2001:db8:1:${nth}::1`],
    ['addresses of one IPv4 network', (nth: number) => `198.51.100.${nth}`],
  ])('from many %s are refused for the rest of the hour', async (_, from) => {
    const world = anAccountWorld({ limits: { block_sign_ups: 4 } });
    const statuses = [];
    for (let nth = 1; nth <= 6; nth += 1)
      statuses.push((await signUp(world, `a${nth}@x.test`, { from: from(nth) })).status);
    expect(statuses).toEqual([200, 200, 200, 200, 429, 429]);
    expect(world.pool.asked).toHaveLength(4);
    expect(await signUp(world, 'elsewhere@x.test', { from: '203.0.113.1' })).toMatchObject({ status: 200 });
    world.clock.advance(HOUR_MS);
    expect(await signUp(world, 'one-more@x.test', { from: from(7) })).toMatchObject({ status: 200 });
  });

  it('from ten address blocks send 130 mails a day at most', async () => {
    const world = anAccountWorld();
    const blocks = Array.from({ length: 10 }, (_, nth) => `2001:db8:${nth}::1`);
    for (let round = 0; round < 15; round += 1)
      for (const from of blocks) await signUp(world, `a${round}@${from.split(':')[2]}.test`, { from });
    expect(world.pool.asked).toHaveLength(10 * 3 + 100);
  });

  it('from a few address blocks leave mails to a block that signs up seldom', async () => {
    const world = anAccountWorld({
      limits: { first_sign_up_mails: 2, further_sign_up_mails: 4, all_sign_up_mails: 12 },
    });
    const flood = [];
    for (let nth = 0; nth < 6; nth += 1)
      for (const from of ['2001:db8:1::1', '2001:db8:2::1'])
        flood.push((await signUp(world, `a${nth}@${from[9]}.test`, { from })).status);
    expect(flood.filter((status) => status === 200)).toHaveLength(2 * 2 + 4);
    const calm = { from: '2001:db8:3::1' };
    expect((await signUp(world, 'ada@x.test', calm)).status).toBe(200);
    expect((await signUp(world, 'bob@x.test', calm)).status).toBe(200);
    expect((await signUp(world, 'eve@x.test', calm)).status).toBe(429);
  });

  it('of all are refused for the rest of the day, also for an address that has an account', async () => {
    const world = anAccountWorld({ limits: { all_sign_up_mails: 3 } });
    const from = (nth: number) => ({ from: `198.51.${nth}.1` });
    for (let nth = 0; nth < 3; nth += 1) expect((await signUp(world, `a${nth}@x.test`, from(nth))).status).toBe(200);
    expect(await signUp(world, 'new@x.test', from(4))).toMatchObject({ status: 429, heading: 'Too many requests' });
    expect(await signUp(world, 'a0@x.test', from(5))).toMatchObject({ status: 429, heading: 'Too many requests' });
    world.clock.advance(DAY_MS);
    expect(await signUp(world, 'new@x.test', from(4))).toMatchObject({ status: 200 });
  });

  it('of a caller who is over its own limit use up nothing of the deployment', async () => {
    const world = anAccountWorld({ limits: { sign_ups: 1, all_sign_up_mails: 2 } });
    const from = '198.51.100.1';
    for (let nth = 0; nth < 4; nth += 1) await signUp(world, `a${nth}@x.test`, { from });
    expect(await signUp(world, 'ada@x.test', { from: '203.0.113.1' })).toMatchObject({ status: 200 });
  });
});

describe('every account page', () => {
  it.each(['/sign-up', '/sign-up/confirm', '/sign-in/ended', '/sign-in/nowhere', '/sign-in/callback'])(
    '%s has one heading, a label for each field, and a strict policy',
    async (path) => {
      const { text, headers } = await anAccountWorld().browser.get(path);
      expect(text.match(/<h1>/g)).toHaveLength(1);
      for (const [, id] of text.matchAll(/<input id="([^"]*)"/g)) expect(text).toContain(`<label for="${id}">`);
      const ids = [...text.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
      expect(ids).toEqual([...new Set(ids)]);
      expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
      expect(headers.get('cache-control')).toBe('no-store');
    },
  );
});
