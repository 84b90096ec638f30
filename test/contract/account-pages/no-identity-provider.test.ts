import { expect, it } from '@jest/globals';
import { accountPages } from '#functions/pages/account/index';
import { noAccounts, noSignIn } from '#shared/providers/no-sign-in';
import { APP_URL, aBrowser, aPageWorld } from '#test/support/pages';

/** As on an emulator without Cognito. */
function aSiteOfNobody() {
  const { pages } = aPageWorld();
  const identity = { provider: noSignIn(APP_URL), accounts: noAccounts, isOpen: false, isLocal: true };
  return aBrowser(accountPages(pages, identity));
}

it('a deployment with nobody to ask who people are says so, and that its API works', async () => {
  const browser = aSiteOfNobody();
  const { location } = await browser.get('/sign-in?next=/app');
  expect(location).toBe(`${APP_URL}/sign-in/nowhere`);
  expect(await browser.get('/sign-in/nowhere')).toMatchObject({ status: 503, heading: 'Sign-in is not available' });
  expect(await browser.get('/sign-up')).toMatchObject({ status: 403 });
});

it('nobody comes back from nowhere', async () => {
  const browser = aSiteOfNobody();
  await browser.get('/sign-in');
  expect(await browser.get(`/sign-in/callback?state=${'x'.repeat(43)}&code=a`)).toMatchObject({ status: 400 });
});
