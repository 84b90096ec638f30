import { html } from 'hono/html';
import { openAccount } from '#shared/accounts/identity/commands/open-account';
import { BAD_EMAIL, isStrongEnough, looksLikeEmail, PASSWORD_RULE } from '#shared/accounts/identity/rules/password';
import { field, form, formField, rawFormField } from '#shared/api/page-kit/forms';
import type { PageContext } from '#shared/api/page-kit/page-kit';
import { renderPage } from '#shared/api/page-kit/render';
import { comparableEmail } from '#shared/foundation/core/people';
import { throwPageError } from './accounts-busy.ts';
import { asking } from './asking.ts';
import { emailField, renderConfirmForm } from './confirm-email.ts';
import type { AccountPage } from './dependencies.ts';

const WEAK = 'This password is not strong enough.';

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
  const isOpened = await openAccount(account)({ ...asking(c, email), password }).catch(throwPageError);
  if (!isOpened) return renderForm(c, email, { password: WEAK });
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
