import { html } from 'hono/html';
import { comparableEmail } from '#shared/domain/members/member';
import { field, fieldOf, form } from '#shared/pages/forms';
import type { PageContext } from '#shared/pages/page-kit';
import { notice } from '#shared/pages/parts';
import { show } from '#shared/pages/show';
import { admit, asTrouble } from './admit.ts';
import type { AccountNeeds } from './needs.ts';

interface Asked {
  readonly email: string;
  readonly error?: string;
  /** Another code was asked for. */
  readonly again?: boolean;
}

const NOT_RIGHT = 'That code is not the right one for this address, or it is no longer valid.';

/** GET /sign-up/confirm: for who comes back later with a code. */
export const askForCodeAgain = (needs: AccountNeeds) => (c: PageContext) => askForCode(needs, c, { email: '' });

/** POST /sign-up/confirm */
export const confirm =
  (needs: AccountNeeds) =>
  async (c: PageContext): Promise<Response> => {
    const email = comparableEmail(fieldOf(c, 'email'));
    const code = fieldOf(c, 'code').replace(/\s/g, '');
    if (!/^\d{1,12}$/.test(code)) return askForCode(needs, c, { email, error: NOT_RIGHT });
    await admit(needs, c);
    const isRight = await needs.accounts.confirm({ email, code }).catch(asTrouble);
    return isRight ? c.redirect('/sign-in', 303) : askForCode(needs, c, { email, error: NOT_RIGHT });
  };

/** POST /sign-up/code: another one, where one is waited for. */
export const sendAnotherCode =
  (needs: AccountNeeds) =>
  async (c: PageContext): Promise<Response> => {
    const email = comparableEmail(fieldOf(c, 'email'));
    await admit(needs, c);
    await needs.accounts.sendAnotherCode(email).catch(asTrouble);
    return askForCode(needs, c, { email, again: true });
  };

/** The same for every address: it never tells who has an account. */
export const askForCode = ({ isLocal }: AccountNeeds, c: PageContext, { email, error, again }: Asked) =>
  show(c, {
    title: 'Type in your code',
    lead: 'If this address waits for one, a code is on its way to it. If it has an account already, just sign in.',
    status: error ? 422 : 200,
    main: html`${again ? notice('done', 'If this address waits for a code, another one is on its way. The one before is no longer valid.') : ''}
${isLocal ? notice('note', 'This is a local stack: no mail leaves it, and any digits are taken for the code.') : ''}
${form(c, {
  action: '/sign-up/confirm',
  submit: 'Confirm',
  fields: [
    field({ name: 'email', label: 'E-mail', type: 'email', value: email, autocomplete: 'username', maxLength: 254 }),
    field({
      name: 'code',
      label: 'Code',
      hint: 'Six digits.',
      error,
      autocomplete: 'one-time-code',
      inputMode: 'numeric',
      maxLength: 20,
    }),
  ],
  also: html`<a href="/sign-in">Sign in</a>`,
})}
<h2>No code?</h2>
<p>Look among the junk, too. It is valid for a day.</p>
${form(c, {
  action: '/sign-up/code',
  submit: 'Send another',
  fields: email
    ? []
    : [
        field({
          name: 'email',
          id: 'email-again',
          label: 'E-mail',
          type: 'email',
          autocomplete: 'username',
          maxLength: 254,
        }),
      ],
  hidden: email ? { email } : {},
})}`,
  });
