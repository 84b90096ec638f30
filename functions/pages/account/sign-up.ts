import { html } from 'hono/html';
import { comparableEmail } from '#shared/core/people';
import { DAY_MS, later } from '#shared/core/time';
import { BAD_EMAIL, isStrongEnough, looksLikeEmail, PASSWORD_RULE } from '#shared/identity/rules/password';
import { browserId } from '#shared/page-kit/cookies';
import { field, form, formField, rawFormField } from '#shared/page-kit/forms';
import type { PageContext } from '#shared/page-kit/page-kit';
import { renderPage } from '#shared/page-kit/render';
import { emailField, renderConfirmForm } from './confirm-email.ts';
import type { AccountPage } from './dependencies.ts';
import { limitSignUps, throwPageError } from './sign-up-limit.ts';

const WEAK = 'This password is not strong enough.';

/** A code is valid for a day, and a new one can be requested during this time. */
const CONFIRMATION_MS = 7 * DAY_MS;

/** GET /sign-up */
export const signUpPage: AccountPage = ({ isOpen }, c) => (isOpen ? renderForm(c, '', {}) : renderClosed(c));

/** POST /sign-up: the response is the same whether the address has an account or not. */
export const signUp: AccountPage = async (account, c) => {
  if (!account.isOpen) return renderClosed(c);
  const email = comparableEmail(formField(c, 'email'));
  const password = rawFormField(c, 'password');
  const errors = {
    email: looksLikeEmail(email) ? undefined : BAD_EMAIL,
    // Checked here, since Cognito checks the passwords of new addresses only.
    password: isStrongEnough(password) ? undefined : WEAK,
  };
  if (errors.email ?? errors.password) return renderForm(c, email, errors);
  await limitSignUps(account, c);
  const outcome = await account.accounts.signUp({ email, password }).catch(throwPageError);
  if (outcome === 'rejected') return renderForm(c, email, { password: WEAK });
  const endsAt = later(account.clock.now(), CONFIRMATION_MS);
  await account.signUps.keep({ browser: browserId(c), email }, { madeIt: outcome === 'made', endsAt });
  return renderConfirmForm(account, c, { email });
};

interface Errors {
  readonly email?: string | undefined;
  readonly password?: string | undefined;
}

const renderForm = (c: PageContext, email: string, errors: Errors) =>
  renderPage(c, {
    title: 'Sign up',
    lead: 'Create an account to get a workspace and an API key.',
    status: errors.email || errors.password ? 422 : 200,
    main: html`${form(c, {
      action: '/sign-up',
      submit: 'Sign up',
      fields: [
        emailField(email, errors.email),
        field({
          name: 'password',
          label: 'Password',
          type: 'password',
          hint: PASSWORD_RULE,
          error: errors.password,
          autocomplete: 'new-password',
          maxLength: 256,
        }),
      ],
      also: html`<a href="/sign-in">I already have an account</a>`,
    })}
<p class="small">We will email you a code to verify your address.</p>`,
  });

const renderClosed = (c: PageContext) =>
  renderPage(c, {
    title: 'Sign-up is disabled',
    status: 403,
    lead: 'In this deployment, an administrator adds users. Ask them to add you, then sign in.',
    main: html`<p><a href="/sign-in">Sign in</a></p>`,
  });
