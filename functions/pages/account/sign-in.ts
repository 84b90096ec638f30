import { html } from 'hono/html';
import { type SignInAttempt, SignInFailed, type SignInFailure } from '#shared/accounts/identity/ports';
import { isOver } from '#shared/accounts/identity/rules/session';
import { linkButton } from '#shared/api/page-kit/components';
import { browserId, isSameText, newSecret } from '#shared/api/page-kit/cookies';
import { localPath } from '#shared/api/page-kit/local-path';
import type { PageContext } from '#shared/api/page-kit/page-kit';
import { renderPage } from '#shared/api/page-kit/render';
import { sessionUser, startSession } from '#shared/api/page-kit/session';
import { later, MINUTE_MS } from '#shared/foundation/core/time';
import type { AccountPage } from './dependencies.ts';

/** How long a user may take on the provider's page. */
const ATTEMPT_MS = 10 * MINUTE_MS;

const START_PAGE = '/app';

/** GET /sign-in[?next=…]: redirects to the provider's page, or to the next page if the user is signed in. */
export const signIn: AccountPage = async ({ clock, randomBytes, provider, attempts }, c) => {
  const next = localPath(c.req.query('next')) ?? START_PAGE;
  if (await sessionUser(c)) return c.redirect(next, 303);
  const attempt: SignInAttempt = {
    state: newSecret(randomBytes),
    nonce: newSecret(randomBytes),
    verifier: newSecret(randomBytes),
    browser: browserId(c),
    next,
    endsAt: later(clock.now(), ATTEMPT_MS),
  };
  const [location] = await Promise.all([provider.begin(attempt), attempts.keep(attempt)]);
  return c.redirect(location, 303);
};

/** GET /sign-in/callback: the OAuth redirect URI. A `state` is accepted once, and in the browser that it was created for. */
export const signInCallback: AccountPage = async ({ clock, provider, attempts, signInUser }, c) => {
  const attempt = await attempts.take(c.req.query('state') ?? '');
  const isValid = attempt && isSameText(attempt.browser, browserId(c)) && !isOver(attempt, clock.now());
  // The user went back in the history, or has signed in in another tab.
  if (!isValid) return (await sessionUser(c)) ? c.redirect(START_PAGE, 303) : renderFailure(c, 'broken');
  try {
    const person = await provider.finish(new URL(c.req.url).search.slice(1), attempt);
    await startSession(c, await signInUser(person));
    return c.redirect(attempt.next, 303);
  } catch (error) {
    if (error instanceof SignInFailed) return renderFailure(c, error.failure);
    throw error;
  }
};

const FAILURES: Readonly<Record<SignInFailure, readonly [title: string, message: string]>> = {
  denied: ['You are not signed in', 'The sign-in was cancelled.'],
  unverified: [
    'Your email address is not verified',
    'We sent you a code when you signed up. Enter it, then sign in again.',
  ],
  broken: [
    'Sign-in failed',
    'It took longer than 10 minutes, was already completed, or was started in another browser. Sign in again.',
  ],
};

function renderFailure(c: PageContext, failure: SignInFailure) {
  const [title, message] = FAILURES[failure];
  const main = html`<p class="lead">${message}</p>
<p class="actions">${linkButton('/sign-in', 'Sign in')}
${failure === 'unverified' && html`<a href="/sign-up/confirm">Enter the code</a>`}</p>`;
  return renderPage(c, { title, main, status: failure === 'denied' ? 200 : 400 });
}
