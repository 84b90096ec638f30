import { html } from 'hono/html';
import { confirmAccount, sendAnotherCode } from '#shared/accounts/identity/commands/open-account';
import { BAD_EMAIL, looksLikeEmail } from '#shared/accounts/identity/rules/password';
import { notice } from '#shared/api/page-kit/components';
import { field, form, formField } from '#shared/api/page-kit/forms';
import type { PageContext } from '#shared/api/page-kit/page-kit';
import { renderPage } from '#shared/api/page-kit/render';
import { comparableEmail } from '#shared/foundation/core/people';
import { throwPageError } from './accounts-busy.ts';
import { asking } from './asking.ts';
import type { AccountDependencies, AccountPage } from './dependencies.ts';

const WRONG_CODE = 'This code is wrong or has expired.';

/** GET /sign-up/confirm: for users who return later with their code. */
export const confirmPage: AccountPage = (account, c) => renderConfirmForm(account, c, { email: '' });

/**
 * POST /sign-up/confirm: accepted only in the browser that signed up. Anyone can sign up with someone else's address; if
 * its owner could enter the code in another browser, they would confirm a password that they did not choose.
 */
export const confirmEmail: AccountPage = async (account, c) => {
  const email = comparableEmail(formField(c, 'email'));
  const code = formField(c, 'code').replace(/\s/g, '');
  if (!/^\d{1,12}$/.test(code)) return renderConfirmForm(account, c, { email, codeError: WRONG_CODE });
  const isConfirmed = await confirmAccount(account)({ ...asking(c, email), code }).catch(throwPageError);
  return isConfirmed ? c.redirect('/sign-in', 303) : renderConfirmForm(account, c, { email, codeError: WRONG_CODE });
};

/** POST /sign-up/code: sends a new code if this browser signed up with the address, so that no one else gets emails. */
export const sendNewCode: AccountPage = async (account, c) => {
  const email = comparableEmail(formField(c, 'email'));
  if (!looksLikeEmail(email)) return renderConfirmForm(account, c, { email, emailError: BAD_EMAIL });
  await sendAnotherCode(account)(asking(c, email)).catch(throwPageError);
  return renderConfirmForm(account, c, { email, isResent: true });
};

/** The same whether one was sent, since a limit is met by an account that waits for a code alone. */
const RESENT =
  'If your address needs verification, we sent you a new code, and the previous one is no longer valid. If none arrives, too many codes were sent today: try again tomorrow.';
const LOCAL_STACK = 'This is a local stack: it sends no email and accepts any digits as the code.';

interface ConfirmForm {
  readonly email: string;
  readonly emailError?: string;
  readonly codeError?: string;
  readonly isResent?: boolean;
}

/** The same page for every address, so that it does not reveal which ones have accounts. */
export const renderConfirmForm = ({ isLocal }: AccountDependencies, c: PageContext, options: ConfirmForm) =>
  renderPage(c, {
    title: 'Enter your code',
    lead: 'If your address needs verification, we sent you a code. If you already have an account, sign in.',
    status: options.codeError || options.emailError ? 422 : 200,
    main: html`${options.isResent && notice('done', RESENT)}${isLocal && notice('note', LOCAL_STACK)}
${form(c, {
  action: '/sign-up/confirm',
  submit: 'Confirm',
  fields: [emailField(options.email, options.emailError), codeField(options.codeError)],
  // A second button of the same form, since it needs the same address.
  also: html`<button class="quiet" formaction="/sign-up/code" formnovalidate>Send a new code</button>
<a href="/sign-in">Sign in</a>`,
})}
<p class="small">No code? Check your spam folder. The code is valid for one day, in the browser in which you signed up.
In another browser, sign in with your password: you are asked for the code there.</p>`,
  });

export const emailField = (value: string, error: string | undefined) =>
  field({ name: 'email', label: 'Email', type: 'email', value, error, autocomplete: 'username', maxLength: 254 });

const codeField = (error: string | undefined) =>
  field({
    name: 'code',
    label: 'Code',
    hint: '6 digits',
    error,
    autocomplete: 'one-time-code',
    inputMode: 'numeric',
    maxLength: 20,
  });
