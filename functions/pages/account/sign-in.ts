import { html } from 'hono/html';
import { later, MINUTE_MS } from '#shared/core/time';
import type { SignInAttempt } from '#shared/identity/ports/sign-in-attempts';
import { SignInFailed, type SignInFailure } from '#shared/identity/ports/sign-in-provider';
import { isOver } from '#shared/identity/rules/session';
import { browserMark } from '#shared/page-kit/browser';
import { ownPath } from '#shared/page-kit/own-path';
import type { PageContext } from '#shared/page-kit/page-kit';
import { linkButton } from '#shared/page-kit/parts';
import { newSecret, sameText } from '#shared/page-kit/secrets';
import { show } from '#shared/page-kit/show';
import { personBehind, startSession } from '#shared/page-kit/signed-in';
import type { AccountNeeds } from './needs.ts';

/** Long enough to find a password. */
const PATIENCE_MS = 10 * MINUTE_MS;

/** Where people begin who were on the way to no page in particular. */
const START = '/app';

/** GET /sign-in[?next=…]: to the page where people sign in; who is signed in goes on at once. */
export const signIn =
  ({ kit, provider, attempts }: AccountNeeds) =>
  async (c: PageContext): Promise<Response> => {
    const next = ownPath(c.req.query('next')) ?? START;
    if (await personBehind(c)) return c.redirect(next, 303);
    const attempt: SignInAttempt = {
      state: newSecret(kit.randomBytes),
      nonce: newSecret(kit.randomBytes),
      verifier: newSecret(kit.randomBytes),
      browser: browserMark(c),
      next,
      endsAt: later(kit.clock.now(), PATIENCE_MS),
    };
    const [page] = await Promise.all([provider.begin(attempt), attempts.keep(attempt)]);
    return c.redirect(page, 303);
  };

/** GET /sign-in/callback: back from there. What came back is good once, and in the browser that it began in. */
export const finishSignIn =
  ({ kit, provider, attempts, enterAs }: AccountNeeds) =>
  async (c: PageContext): Promise<Response> => {
    const attempt = await attempts.take(c.req.query('state') ?? '');
    const isTheirs = attempt && sameText(attempt.browser, browserMark(c)) && !isOver(attempt, kit.clock.now());
    // Somebody pressed "back", or signed in in another tab meanwhile.
    if (!isTheirs) return (await personBehind(c)) ? c.redirect(START, 303) : tellFailure(c, 'broken');
    try {
      const person = await provider.finish(new URL(c.req.url).search.slice(1), attempt);
      await startSession(c, await enterAs(person));
      return c.redirect(attempt.next, 303);
    } catch (error) {
      if (error instanceof SignInFailed) return tellFailure(c, error.failure);
      throw error;
    }
  };

const FAILURES: Readonly<Record<SignInFailure, readonly [title: string, words: string]>> = {
  denied: ['You are not signed in', 'The sign-in was left before it was done. Nothing happened.'],
  unverified: [
    'Your address is not verified yet',
    'A code was sent to it when you signed up. Type it in, then sign in again.',
  ],
  broken: [
    'This sign-in could not be finished',
    'It took longer than ten minutes, was finished already, or began in another browser. Begin it once more.',
  ],
};

function tellFailure(c: PageContext, failure: SignInFailure): Response | Promise<Response> {
  const [title, words] = FAILURES[failure];
  const main = html`<p class="lead">${words}</p>
<p class="actions">${linkButton('/sign-in', 'Sign in')}
${failure === 'unverified' ? html`<a href="/sign-up/confirm">Type in the code</a>` : ''}</p>`;
  return show(c, { title, main, status: failure === 'denied' ? 200 : 400 });
}
