import type { Hono } from 'hono';
import { pageApp } from '#shared/page-kit/page-app';
import type { PageEnv } from '#shared/page-kit/page-kit';
import { serveAsset } from '#shared/page-kit/serve-asset';
import { askForCodeAgain, confirm, sendAnotherCode } from './confirm.ts';
import type { AccountNeeds } from './needs.ts';
import { finishSignIn, signIn } from './sign-in.ts';
import { ended, nowhere, signOut } from './sign-out.ts';
import { askToSignUp, signUp } from './sign-up.ts';

/** Signing in, up and out, and what all pages share. */
export function accountPages(needs: AccountNeeds): Hono<PageEnv> {
  const pages = pageApp(needs.kit);
  pages.get('/sign-in', signIn(needs));
  pages.get('/sign-in/callback', finishSignIn(needs));
  pages.get('/sign-in/ended', ended);
  pages.get('/sign-in/nowhere', nowhere);
  pages.get('/sign-up', askToSignUp(needs));
  pages.post('/sign-up', signUp(needs));
  pages.get('/sign-up/confirm', askForCodeAgain(needs));
  pages.post('/sign-up/confirm', confirm(needs));
  pages.post('/sign-up/code', sendAnotherCode(needs));
  pages.post('/sign-out', signOut(needs));
  pages.get('/assets/:name', serveAsset);
  return pages;
}
