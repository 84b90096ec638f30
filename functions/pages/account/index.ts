import { serveAsset } from '#shared/api/page-kit/assets';
import { pageApp, pageRoutes } from '#shared/api/page-kit/page-app';
import { type PageContext, servedPages } from '#shared/wiring/pages';
import { confirmEmail, confirmPage, sendNewCode } from './confirm-email.ts';
import { accountDependencies, type IdentityProvider, identityProvider } from './dependencies.ts';
import { signIn, signInCallback } from './sign-in.ts';
import { signedOutPage, signInUnavailablePage, signOut } from './sign-out.ts';
import { signUp, signUpPage } from './sign-up.ts';

/** The pages to sign in, sign up and sign out, and the assets of all pages. */
export function accountPages(context: PageContext, identity: IdentityProvider) {
  const pages = pageApp(context.kit, { writes: 'allowed' });
  const { get, post } = pageRoutes(pages, accountDependencies(context, identity));
  get('/sign-in', signIn);
  get('/sign-in/callback', signInCallback);
  get('/sign-in/ended', signedOutPage);
  get('/sign-in/nowhere', signInUnavailablePage);
  get('/sign-up', signUpPage);
  post('/sign-up', signUp);
  get('/sign-up/confirm', confirmPage);
  post('/sign-up/confirm', confirmEmail);
  post('/sign-up/code', sendNewCode);
  post('/sign-out', signOut);
  pages.get('/assets/:name', serveAsset);
  return pages;
}

export const handler = servedPages((context) => accountPages(context, identityProvider(context)));
