import { html } from 'hono/html';
import { linkButton } from '#shared/api/page-kit/components';
import { renderPage } from '#shared/api/page-kit/render';
import { endSession } from '#shared/api/page-kit/session';
import type { AccountPage } from './dependencies.ts';

/** POST /sign-out: ends the session here, then at the identity provider. */
export const signOut: AccountPage = async ({ provider }, c) => {
  await endSession(c);
  return c.redirect(provider.endingPage(), 303);
};

/** GET /sign-in/ended: where the identity provider redirects after signing out. */
export const signedOutPage: AccountPage = (_account, c) =>
  renderPage(c, {
    title: 'You are signed out',
    lead: 'Your session in this browser has ended.',
    main: html`<p>${linkButton('/sign-in', 'Sign in again')}</p>`,
  });

/** GET /sign-in/nowhere: the sign-in page of a deployment without an identity provider. */
export const signInUnavailablePage: AccountPage = (_account, c) =>
  renderPage(c, {
    title: 'Sign-in is not available',
    status: 503,
    lead: 'This stack runs without Cognito, for example on the free edition of LocalStack. The API works without it.',
    main: html`<p><a href="/api/v1/docs">Read the API reference</a></p>`,
  });
