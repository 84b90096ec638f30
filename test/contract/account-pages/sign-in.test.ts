import { SignInFailed } from '#shared/accounts/identity/ports';
import { userIdByEmail, users } from '#shared/accounts/identity/store';
import { rolesOf, workspaces } from '#shared/accounts/workspaces/store';
import { HOUR_MS, MINUTE_MS } from '#shared/foundation/core/time';
import { describe, expect, it } from '#test/support/jest';
import { aBrowser, aBrowserOf } from '#test/support/pages';
import {
  type AccountWorld,
  ada,
  anAccountWorld,
  callbackAs,
  SIGN_IN_PAGE,
  signedInUser,
  signInAs,
  stateIn,
} from './account-world.ts';

const workspacesOf = async ({ pages }: AccountWorld, user: Awaited<ReturnType<typeof signedInUser>>) => {
  if (!user) throw new Error('No user is signed in.');
  const { items } = await rolesOf(pages.table, user, { limit: 10, after: undefined });
  return Promise.all(
    items.map(async ({ workspaceId, role }) => ({
      role,
      name: (await workspaces.find(pages.table, workspaceId))?.state.name,
    })),
  );
};

describe('signing in', () => {
  it("redirects to the provider's page, with new secrets each time", async () => {
    const world = anAccountWorld();
    const [one, other] = [await world.browser.get('/sign-in'), await world.browser.get('/sign-in')];
    expect(one).toMatchObject({ status: 303, location: expect.stringMatching(`^${SIGN_IN_PAGE}/`) });
    expect(stateIn(one.location ?? '')).not.toBe(stateIn(other.location ?? ''));
    const secrets = world.begun.flatMap(({ state, nonce, verifier }) => [state, nonce, verifier]);
    expect(new Set(secrets).size).toBe(6);
    for (const secret of secrets) expect(secret).toMatch(/^[A-Za-z0-9_-]{43}$/);
  });

  it('creates a user with a workspace named after their company on the first sign-in', async () => {
    const site = anAccountWorld();
    expect(await signInAs(site, ada)).toMatchObject({ status: 303, location: '/app' });
    const userId = await signedInUser(site, site.browser);
    expect(await workspacesOf(site, userId)).toEqual([{ role: 'owner', name: 'Lovelace' }]);
    expect(userId && (await users.find(site.pages.table, userId))?.state.email).toBe('ada@lovelace.test');
  });

  it('recognizes a user by their subject, also with another address', async () => {
    const world = anAccountWorld();
    await signInAs(world, ada);
    const first = await signedInUser(world, world.browser);
    const elsewhere = aBrowser(world.app);
    await signInAs(world, { ...ada, email: 'ada@elsewhere.test' }, elsewhere);
    expect(await signedInUser(world, elsewhere)).toBe(first);
  });

  it('signs in the user that an operator created for the address', async () => {
    const world = anAccountWorld();
    const owner = await world.anOwner('Lovelace');
    await signInAs(world, { subject: 'issuer 1', email: 'Owner@Lovelace.test' });
    expect(await signedInUser(world, world.browser)).toBe(owner.userId);
    expect(await workspacesOf(world, owner.userId)).toHaveLength(1);
  });

  it('creates one user for several simultaneous first sign-ins of a person', async () => {
    const world = anAccountWorld();
    const browsers = Array.from({ length: 8 }, () => aBrowser(world.app));
    const seen = await Promise.all(browsers.map((browser) => signInAs(world, ada, browser)));
    expect(seen.map(({ status }) => status)).toEqual(Array(8).fill(303));
    const users = await Promise.all(browsers.map((browser) => signedInUser(world, browser)));
    expect(new Set(users).size).toBe(1);
    expect(await workspacesOf(world, users[0])).toHaveLength(1);
    expect(world.dynamo.items().filter(({ type }) => type?.S === 'user')).toHaveLength(1);
  });

  it('creates one user for two subjects with the same address', async () => {
    const world = anAccountWorld();
    const browsers = [aBrowser(world.app), aBrowser(world.app)];
    await Promise.all(browsers.map((browser, at) => signInAs(world, { ...ada, subject: `issuer ${at}` }, browser)));
    const users = await Promise.all(browsers.map((browser) => signedInUser(world, browser)));
    expect(new Set(users).size).toBe(1);
    expect(await userIdByEmail(world.pages.table, ada.email)).toBe(users[0]);
  });

  it('refuses new users in a deployment without workspace creation, and accepts those that an operator added', async () => {
    const world = anAccountWorld({ isOpen: false });
    expect(await signInAs(world, ada)).toMatchObject({
      status: 403,
      heading: 'You do not have permission to do this',
    });
    expect(world.browser.jar.has('__Host-session')).toBe(false);
    await world.anOwner('Lovelace');
    expect(await signInAs(world, { subject: 's', email: 'owner@lovelace.test' })).toMatchObject({ status: 303 });
  });

  it('redirects to the next page if the user is signed in', async () => {
    const world = anAccountWorld();
    const { userId } = await world.anOwner();
    const browser = await aBrowserOf(world.app, world, userId);
    expect(await browser.get('/sign-in?next=/settings/personal/api')).toMatchObject({
      status: 303,
      location: '/settings/personal/api',
    });
  });
});

describe('the sign-in callback', () => {
  it('accepts a state once', async () => {
    const world = anAccountWorld();
    const { location = '' } = await world.browser.get('/sign-in');
    await callbackAs(world, ada, location, world.browser);
    world.browser.jar.delete('__Host-session');
    expect(await callbackAs(world, ada, location, world.browser)).toMatchObject({
      status: 400,
      heading: 'Sign-in failed',
    });
  });

  it('accepts a state in exactly one of several simultaneous requests', async () => {
    const world = anAccountWorld();
    const { location = '' } = await world.browser.get('/sign-in');
    const copies = Array.from({ length: 10 }, () => {
      const copy = aBrowser(world.app);
      for (const [name, value] of world.browser.jar) copy.jar.set(name, value);
      return copy;
    });
    const seen = await Promise.all(copies.map((copy) => callbackAs(world, ada, location, copy)));
    expect(seen.filter(({ status }) => status === 303)).toHaveLength(1);
  });

  it('refuses a state in another browser, so that a link signs no one in as another person', async () => {
    const world = anAccountWorld();
    const { location = '' } = await world.browser.get('/sign-in');
    const victim = aBrowser(world.app);
    await victim.get('/sign-in');
    expect(await callbackAs(world, ada, location, victim)).toMatchObject({ status: 400 });
    expect(victim.jar.has('__Host-session')).toBe(false);
  });

  it('refuses a state after ten minutes, and an unknown state', async () => {
    const world = anAccountWorld();
    const { location = '' } = await world.browser.get('/sign-in');
    world.clock.advance(10 * MINUTE_MS);
    expect(await callbackAs(world, ada, location, world.browser)).toMatchObject({ status: 400 });
    for (const query of ['', '?state=', `?state=${'x'.repeat(43)}&code=a`, '?code=a'])
      expect(await world.browser.get(`/sign-in/callback${query}`)).toMatchObject({ status: 400 });
  });

  it('starts a session under a new secret, whatever cookie the browser had', async () => {
    const world = anAccountWorld();
    const planted = 'p'.repeat(43);
    world.browser.jar.set('__Host-session', planted);
    await signInAs(world, ada);
    expect(world.browser.jar.get('__Host-session')).not.toBe(planted);
    expect(await world.pages.kit.sessions.find(planted)).toBeUndefined();
  });

  it('shows that the sign-in was cancelled, or that the address is not verified', async () => {
    const world = anAccountWorld();
    const { location = '' } = await world.browser.get('/sign-in');
    const denied = await world.browser.get(`/sign-in/callback?error=access_denied&state=${stateIn(location)}`);
    expect(denied).toMatchObject({ status: 200, heading: 'You are not signed in' });
    const again = await world.browser.get('/sign-in');
    world.people.set('c', new SignInFailed('unverified'));
    const unverified = await world.browser.get(`/sign-in/callback?code=c&state=${stateIn(again.location ?? '')}`);
    expect(unverified).toMatchObject({ status: 400, heading: 'Your email address is not verified' });
  });

  it('redirects to the start page for a used state, if the user is signed in', async () => {
    const world = anAccountWorld();
    const { location = '' } = await world.browser.get('/sign-in');
    await callbackAs(world, ada, location, world.browser);
    expect(await callbackAs(world, ada, location, world.browser)).toMatchObject({ status: 303, location: '/app' });
  });

  it('stores no secret in the table', async () => {
    const world = anAccountWorld();
    const { location = '' } = await world.browser.get('/sign-in');
    const rows = JSON.stringify(world.dynamo.items());
    expect(rows).toContain('SIGNIN#');
    expect(rows).not.toContain(stateIn(location));
    for (const value of world.browser.jar.values()) expect(rows).not.toContain(value);
  });
});

describe('the page after sign-in', () => {
  const landing = async (next: string) => {
    const world = anAccountWorld();
    const { location = '' } = await world.browser.get(`/sign-in?next=${encodeURIComponent(next)}`);
    return callbackAs(world, ada, location, world.browser);
  };

  it('is the requested page', async () => {
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
  it("ends the session, then redirects to the provider's sign-out page", async () => {
    const world = anAccountWorld();
    const { userId } = await world.anOwner();
    const browser = await aBrowserOf(world.app, world, userId);
    const secret = browser.jar.get('__Host-session') ?? '';
    // The pages of this folder have no sign-out form, so the token of another form is used.
    const { text } = await browser.get('/sign-up');
    const token = /name="_token" value="([^"]*)"/.exec(text)?.[1] ?? '';
    expect(await browser.post('/sign-out', { _token: token })).toMatchObject({
      status: 303,
      location: `${SIGN_IN_PAGE}/logout`,
    });
    expect(browser.jar.has('__Host-session')).toBe(false);
    expect(await world.pages.kit.sessions.find(secret)).toBeUndefined();
  });

  it('is refused by a link and by a form of another site', async () => {
    const world = anAccountWorld();
    const { userId } = await world.anOwner();
    const browser = await aBrowserOf(world.app, world, userId);
    expect(await browser.get('/sign-out')).toMatchObject({ status: 404 });
    const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.test' };
    expect(await browser.post('/sign-out', {}, { headers })).toMatchObject({ status: 403 });
    expect(await signedInUser(world, browser)).toBe(userId);
  });

  it('succeeds after the session has expired', async () => {
    const world = anAccountWorld();
    const { text } = await world.browser.get('/sign-up');
    const token = /name="_token" value="([^"]*)"/.exec(text)?.[1] ?? '';
    world.clock.advance(24 * HOUR_MS);
    expect(await world.browser.post('/sign-out', { _token: token })).toMatchObject({ status: 303 });
  });
});
