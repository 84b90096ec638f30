import { describe, expect, it } from '@jest/globals';
import { HOUR_MS, MINUTE_MS } from '#shared/domain/time';
import { SignInFailed } from '#shared/ports/sign-in-provider';
import { directory } from '#shared/storage/directory';
import { userStore } from '#shared/storage/users';
import { workspaceStore } from '#shared/storage/workspaces';
import { aBrowser, aBrowserOf } from '#test/support/pages';
import { ada, aSite, comeBackAs, comeBackWith, SIGN_IN_PAGE, type Site, stateIn, whoIsIn } from './a-site.ts';

const placesOf = async ({ pages }: Site, user: Awaited<ReturnType<typeof whoIsIn>>) => {
  if (!user) throw new Error('Nobody is signed in.');
  const workspaces = workspaceStore(pages.table);
  const { items } = await workspaces.membershipsOf(user, { limit: 10, after: undefined });
  return Promise.all(
    items.map(async ({ workspaceId, role }) => ({ role, name: (await workspaces.find(workspaceId))?.state.name })),
  );
};

describe('signing in', () => {
  it('leads to the page where people sign in, with secrets that are new each time', async () => {
    const site = aSite();
    const [one, other] = [await site.browser.get('/sign-in'), await site.browser.get('/sign-in')];
    expect(one).toMatchObject({ status: 303, location: expect.stringMatching(`^${SIGN_IN_PAGE}/`) });
    expect(stateIn(one.location ?? '')).not.toBe(stateIn(other.location ?? ''));
    const secrets = site.begun.flatMap(({ state, nonce, verifier }) => [state, nonce, verifier]);
    expect(new Set(secrets).size).toBe(6);
    for (const secret of secrets) expect(secret).toMatch(/^[A-Za-z0-9_-]{43}$/);
  });

  it('makes somebody new a user with a workspace named after their company', async () => {
    const site = aSite();
    expect(await comeBackAs(site, ada)).toMatchObject({ status: 303, location: '/app' });
    const userId = await whoIsIn(site, site.browser);
    expect(await placesOf(site, userId)).toEqual([{ role: 'owner', name: 'Lovelace' }]);
    expect(userId && (await userStore(site.pages.table).find(userId))?.state.email).toBe('ada@lovelace.test');
  });

  it('knows them again, also under another address', async () => {
    const site = aSite();
    await comeBackAs(site, ada);
    const first = await whoIsIn(site, site.browser);
    const elsewhere = aBrowser(site.app);
    await comeBackAs(site, { ...ada, email: 'ada@elsewhere.test' }, elsewhere);
    expect(await whoIsIn(site, elsewhere)).toBe(first);
  });

  it('is as the user that an operator made for the address', async () => {
    const site = aSite();
    const owner = await site.anOwner('Lovelace');
    await comeBackAs(site, { subject: 'issuer 1', email: 'Owner@Lovelace.test' });
    expect(await whoIsIn(site, site.browser)).toBe(owner.userId);
    expect(await placesOf(site, owner.userId)).toHaveLength(1);
  });

  it('of one person twice at once makes one user', async () => {
    const site = aSite();
    const browsers = Array.from({ length: 8 }, () => aBrowser(site.app));
    const seen = await Promise.all(browsers.map((browser) => comeBackAs(site, ada, browser)));
    expect(seen.map(({ status }) => status)).toEqual(Array(8).fill(303));
    const users = await Promise.all(browsers.map((browser) => whoIsIn(site, browser)));
    expect(new Set(users).size).toBe(1);
    expect(await placesOf(site, users[0])).toHaveLength(1);
    expect(site.dynamo.items().filter(({ type }) => JSON.stringify(type).includes('"user"'))).toHaveLength(1);
  });

  it('of two people who claim one address makes them one user, and not two', async () => {
    const site = aSite();
    const browsers = [aBrowser(site.app), aBrowser(site.app)];
    await Promise.all(browsers.map((browser, at) => comeBackAs(site, { ...ada, subject: `issuer ${at}` }, browser)));
    const users = await Promise.all(browsers.map((browser) => whoIsIn(site, browser)));
    expect(new Set(users).size).toBe(1);
    expect(await directory(site.pages.table).userOfEmail(ada.email)).toBe(users[0]);
  });

  it('gives nobody a workspace where nobody is to make one, and lets in whom an operator added', async () => {
    const site = aSite({ isOpen: false });
    expect(await comeBackAs(site, ada)).toMatchObject({
      status: 403,
      heading: 'You do not have permission to do this',
    });
    expect(site.browser.jar.has('__Host-session')).toBe(false);
    await site.anOwner('Lovelace');
    expect(await comeBackAs(site, { subject: 's', email: 'owner@lovelace.test' })).toMatchObject({ status: 303 });
  });

  it('goes straight on for who is signed in', async () => {
    const site = aSite();
    const { userId } = await site.anOwner();
    const browser = await aBrowserOf(site.app, site, userId);
    expect(await browser.get('/sign-in?next=/settings/personal/api')).toMatchObject({
      status: 303,
      location: '/settings/personal/api',
    });
  });
});

describe('what comes back', () => {
  it('is good once', async () => {
    const site = aSite();
    const { location = '' } = await site.browser.get('/sign-in');
    await comeBackWith(site, ada, location, site.browser);
    site.browser.jar.delete('__Host-session');
    expect(await comeBackWith(site, ada, location, site.browser)).toMatchObject({
      status: 400,
      heading: 'Sign-in failed',
    });
  });

  it('is good for one of many who bring it at once', async () => {
    const site = aSite();
    const { location = '' } = await site.browser.get('/sign-in');
    const copies = Array.from({ length: 10 }, () => {
      const copy = aBrowser(site.app);
      for (const [name, value] of site.browser.jar) copy.jar.set(name, value);
      return copy;
    });
    const seen = await Promise.all(copies.map((copy) => comeBackWith(site, ada, location, copy)));
    expect(seen.filter(({ status }) => status === 303)).toHaveLength(1);
  });

  it('is worth nothing in another browser: nobody is signed in as somebody else by a link', async () => {
    const site = aSite();
    const { location = '' } = await site.browser.get('/sign-in');
    const victim = aBrowser(site.app);
    await victim.get('/sign-in');
    expect(await comeBackWith(site, ada, location, victim)).toMatchObject({ status: 400 });
    expect(victim.jar.has('__Host-session')).toBe(false);
  });

  it('is worth nothing after ten minutes, nor with a state that was never given', async () => {
    const site = aSite();
    const { location = '' } = await site.browser.get('/sign-in');
    site.clock.advance(10 * MINUTE_MS);
    expect(await comeBackWith(site, ada, location, site.browser)).toMatchObject({ status: 400 });
    for (const query of ['', '?state=', `?state=${'x'.repeat(43)}&code=a`, '?code=a'])
      expect(await site.browser.get(`/sign-in/callback${query}`)).toMatchObject({ status: 400 });
  });

  it('begins a session under a new secret, whatever the browser had before', async () => {
    const site = aSite();
    const planted = 'p'.repeat(43);
    site.browser.jar.set('__Host-session', planted);
    await comeBackAs(site, ada);
    expect(site.browser.jar.get('__Host-session')).not.toBe(planted);
    expect(await site.pages.kit.sessions.find(planted)).toBeUndefined();
  });

  it('from who changed their mind, or has not verified their address, says so', async () => {
    const site = aSite();
    const { location = '' } = await site.browser.get('/sign-in');
    const denied = await site.browser.get(`/sign-in/callback?error=access_denied&state=${stateIn(location)}`);
    expect(denied).toMatchObject({ status: 200, heading: 'You are not signed in' });
    const again = await site.browser.get('/sign-in');
    site.people.set('c', new SignInFailed('unverified'));
    const unverified = await site.browser.get(`/sign-in/callback?code=c&state=${stateIn(again.location ?? '')}`);
    expect(unverified).toMatchObject({ status: 400, heading: 'Your email address is not verified' });
  });

  it('twice in two tabs leads on, since the first signed the person in', async () => {
    const site = aSite();
    const { location = '' } = await site.browser.get('/sign-in');
    await comeBackWith(site, ada, location, site.browser);
    expect(await comeBackWith(site, ada, location, site.browser)).toMatchObject({ status: 303, location: '/app' });
  });

  it('leaves no secret in the table', async () => {
    const site = aSite();
    const { location = '' } = await site.browser.get('/sign-in');
    const rows = JSON.stringify(site.dynamo.items());
    expect(rows).toContain('SIGNIN#');
    expect(rows).not.toContain(stateIn(location));
    for (const value of site.browser.jar.values()) expect(rows).not.toContain(value);
  });
});

describe('where it goes on to', () => {
  const landing = async (next: string) => {
    const site = aSite();
    const { location = '' } = await site.browser.get(`/sign-in?next=${encodeURIComponent(next)}`);
    return comeBackWith(site, ada, location, site.browser);
  };

  it('is the page that was asked for', async () => {
    const next = '/app/workspaces/wks_1/webhooks?status=failed';
    expect(await landing(next)).toMatchObject({ status: 303, location: next });
  });

  it.each(['https://evil.test', '//evil.test', '/\\evil.test', '/..//evil.test', 'javascript:alert(1)', '/a\r\nX: y'])(
    'is never %j',
    async (next) => {
      const { location, headers } = await landing(next);
      expect(location).toBe('/app');
      expect(headers.get('x')).toBeNull();
    },
  );
});

describe('signing out', () => {
  it('ends the session for everybody who has it, then leads to where the person signed in', async () => {
    const site = aSite();
    const { userId } = await site.anOwner();
    const browser = await aBrowserOf(site.app, site, userId);
    const secret = browser.jar.get('__Host-session') ?? '';
    // Any page has the form; this folder's own know nobody, so the token is read off another form.
    const { text } = await browser.get('/sign-up');
    const token = /name="_token" value="([^"]*)"/.exec(text)?.[1] ?? '';
    expect(await browser.post('/sign-out', { _token: token })).toMatchObject({
      status: 303,
      location: `${SIGN_IN_PAGE}/logout`,
    });
    expect(browser.jar.has('__Host-session')).toBe(false);
    expect(await site.pages.kit.sessions.find(secret)).toBeUndefined();
  });

  it('is not done by a link, nor by a form of another site', async () => {
    const site = aSite();
    const { userId } = await site.anOwner();
    const browser = await aBrowserOf(site.app, site, userId);
    expect(await browser.get('/sign-out')).toMatchObject({ status: 404 });
    const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.test' };
    expect(await browser.post('/sign-out', {}, { headers })).toMatchObject({ status: 403 });
    expect(await whoIsIn(site, browser)).toBe(userId);
  });

  it('is nothing to worry about twice, or after the session ended', async () => {
    const site = aSite();
    const { text } = await site.browser.get('/sign-up');
    const token = /name="_token" value="([^"]*)"/.exec(text)?.[1] ?? '';
    site.clock.advance(24 * HOUR_MS);
    expect(await site.browser.post('/sign-out', { _token: token })).toMatchObject({ status: 303 });
  });
});
