import { html } from 'hono/html';
import { DAY_MS, later } from '#shared/core/time';
import { BAD_EMAIL, isStrongEnough, looksLikeEmail, PASSWORD_RULE } from '#shared/identity/rules/password';
import { comparableEmail } from '#shared/members/rules/member';
import { browserMark } from '#shared/page-kit/browser';
import { field, fieldOf, form, untouchedFieldOf } from '#shared/page-kit/forms';
import type { PageContext } from '#shared/page-kit/page-kit';
import { show } from '#shared/page-kit/show';
import { admit, asTrouble } from './admit.ts';
import { askForCode } from './confirm.ts';
import type { AccountNeeds } from './needs.ts';

const WEAK = 'That password is not strong enough.';

/** A code is good for a day, and another one can be asked for. */
const PATIENCE_MS = 7 * DAY_MS;

interface Mistakes {
  readonly email?: string | undefined;
  readonly password?: string | undefined;
}

/** GET /sign-up */
export const askToSignUp =
  ({ isOpen }: AccountNeeds) =>
  (c: PageContext): Response | Promise<Response> =>
    isOpen ? showForm(c, '', {}) : closed(c);

/** POST /sign-up: the same page follows whether the address has an account or not. */
export const signUp =
  (needs: AccountNeeds) =>
  async (c: PageContext): Promise<Response> => {
    if (!needs.isOpen) return closed(c);
    const email = comparableEmail(fieldOf(c, 'email'));
    const password = untouchedFieldOf(c, 'password');
    const mistakes = {
      email: looksLikeEmail(email) ? undefined : BAD_EMAIL,
      // Judged here, since the pool would judge only those of addresses that are new.
      password: isStrongEnough(password) ? undefined : WEAK,
    };
    if (mistakes.email ?? mistakes.password) return showForm(c, email, mistakes);
    await admit(needs, c);
    const outcome = await needs.accounts.signUp({ email, password }).catch(asTrouble);
    if (outcome === 'rejected') return showForm(c, email, { password: WEAK });
    const endsAt = later(needs.kit.clock.now(), PATIENCE_MS);
    await needs.signUps.keep({ browser: browserMark(c), email }, { madeIt: outcome === 'made', endsAt });
    return askForCode(needs, c, { email });
  };

const showForm = (c: PageContext, email: string, mistakes: Mistakes): Response | Promise<Response> =>
  show(c, {
    title: 'Sign up',
    lead: 'A workspace of your own, and a key to call the API with.',
    status: mistakes.email || mistakes.password ? 422 : 200,
    main: html`${form(c, {
      action: '/sign-up',
      submit: 'Sign up',
      fields: [
        field({
          name: 'email',
          label: 'E-mail',
          type: 'email',
          value: email,
          error: mistakes.email,
          autocomplete: 'username',
          maxLength: 254,
        }),
        field({
          name: 'password',
          label: 'Password',
          type: 'password',
          hint: PASSWORD_RULE,
          error: mistakes.password,
          autocomplete: 'new-password',
          maxLength: 256,
        }),
      ],
      also: html`<a href="/sign-in">I have an account</a>`,
    })}
<p class="small">A code will be sent to the address, to see that it is yours.</p>`,
  });

const closed = (c: PageContext): Response | Promise<Response> =>
  show(c, {
    title: 'Nobody signs up here by themselves',
    status: 403,
    lead: 'Whoever runs this deployment gives people their place. Ask them, then sign in.',
    main: html`<p><a href="/sign-in">Sign in</a></p>`,
  });
