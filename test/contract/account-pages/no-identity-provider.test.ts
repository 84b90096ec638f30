import { accountPages } from '#functions/pages/account/index';
import { noAccounts, noSignIn } from '#shared/accounts/identity/no-sign-in';
import { expect, it } from '#test/support/jest';
import { APP_URL, aBrowser, aPageWorld } from '#test/support/pages';

/** As on an emulator without Cognito. */
function aSiteWithoutProvider() {
  const { pages } = aPageWorld();
  const identity = { provider: noSignIn(APP_URL), accounts: noAccounts, isOpen: false, isLocal: true };
  return aBrowser(accountPages(pages, identity));
}

it('a deployment without an identity provider shows that sign-in is not available', async () => {
  const browser = aSiteWithoutProvider();
  const { location } = await browser.get('/sign-in?next=/app');
  expect(location).toBe(`${APP_URL}/sign-in/nowhere`);
  expect(await browser.get('/sign-in/nowhere')).toMatchObject({ status: 503, heading: 'Sign-in is not available' });
  expect(await browser.get('/sign-up')).toMatchObject({ status: 403 });
});

it('a deployment without an identity provider accepts no sign-in callback', async () => {
  const browser = aSiteWithoutProvider();
  await browser.get('/sign-in');
  expect(await browser.get(`/sign-in/callback?state=${'x'.repeat(43)}&code=a`)).toMatchObject({ status: 400 });
});
