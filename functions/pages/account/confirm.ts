import { html } from 'hono/html';
import { BAD_EMAIL, looksLikeEmail } from '#shared/identity/rules/password';
import { comparableEmail } from '#shared/members/rules/member';
import { browserMark } from '#shared/page-kit/browser';
import { field, fieldOf, form } from '#shared/page-kit/forms';
import type { Markup } from '#shared/page-kit/layout';
import type { PageContext } from '#shared/page-kit/page-kit';
import { notice } from '#shared/page-kit/parts';
import { show } from '#shared/page-kit/show';
import { admit, asTrouble } from './admit.ts';
import type { AccountNeeds } from './needs.ts';

interface Asked {
  readonly email: string;
  readonly badEmail?: string;
  readonly badCode?: string;
  /** Another code was asked for. */
  readonly again?: boolean;
}

const NOT_RIGHT = 'That code is not the right one for this address, or it is no longer valid.';

/** GET /sign-up/confirm: for who comes back later with a code. */
export const askForCodeAgain = (needs: AccountNeeds) => (c: PageContext) => askForCode(needs, c, { email: '' });

/**
 * POST /sign-up/confirm: in the browser that made the account, whose person chose its password. Anybody can sign up an
 * address of somebody else; were its owner to type the code elsewhere, they would confirm a password that is not theirs.
 */
export const confirm =
  (needs: AccountNeeds) =>
  async (c: PageContext): Promise<Response> => {
    const email = comparableEmail(fieldOf(c, 'email'));
    const code = fieldOf(c, 'code').replace(/\s/g, '');
    if (!/^\d{1,12}$/.test(code)) return askForCode(needs, c, { email, badCode: NOT_RIGHT });
    await admit(needs, c);
    const isRight =
      (await isTheirs(needs, c, email)) && (await needs.accounts.confirm({ email, code }).catch(asTrouble));
    return isRight ? c.redirect('/sign-in', 303) : askForCode(needs, c, { email, badCode: NOT_RIGHT });
  };

const isTheirs = ({ signUps, kit }: AccountNeeds, c: PageContext, email: string): Promise<boolean> =>
  signUps.madeIn({ browser: browserMark(c), email }, kit.clock.now());

/** POST /sign-up/code: another one, where one is waited for in this browser. Nobody has mails sent to anybody else. */
export const sendAnotherCode =
  (needs: AccountNeeds) =>
  async (c: PageContext): Promise<Response> => {
    const email = comparableEmail(fieldOf(c, 'email'));
    if (!looksLikeEmail(email)) return askForCode(needs, c, { email, badEmail: BAD_EMAIL });
    await admit(needs, c);
    if (await isTheirs(needs, c, email)) await needs.accounts.sendAnotherCode(email).catch(asTrouble);
    return askForCode(needs, c, { email, again: true });
  };

/** The same for every address: it never tells who has an account. */
export const askForCode = ({ isLocal }: AccountNeeds, c: PageContext, { email, again, ...wrong }: Asked) =>
  show(c, {
    title: 'Type in your code',
    lead: 'If this address waits for one, a code is on its way to it. If it has an account already, just sign in.',
    status: wrong.badCode || wrong.badEmail ? 422 : 200,
    main: html`${again ? notice('done', SENT_AGAIN) : ''}${isLocal ? notice('note', ANY_CODE) : ''}
${form(c, {
  action: '/sign-up/confirm',
  submit: 'Confirm',
  fields: fieldsFor(email, wrong),
  // Of the same form, since it is about the same address.
  also: html`<button class="quiet" formaction="/sign-up/code" formnovalidate>Send another code</button>
<a href="/sign-in">Sign in</a>`,
})}
<p class="small">No code? Look among the junk, too. It is valid for a day, and taken in the browser in which you signed up.
In any other, sign in with the password that you chose: the code is asked for there.</p>`,
  });

const SENT_AGAIN = 'If this address waits for a code, another one is on its way. The one before is no longer valid.';
const ANY_CODE = 'This is a local stack: no mail leaves it, and any digits are taken for the code.';

const fieldsFor = (email: string, { badEmail, badCode }: Pick<Asked, 'badEmail' | 'badCode'>): readonly Markup[] => [
  field({
    name: 'email',
    label: 'E-mail',
    type: 'email',
    value: email,
    error: badEmail,
    autocomplete: 'username',
    maxLength: 254,
  }),
  field({
    name: 'code',
    label: 'Code',
    hint: 'Six digits.',
    error: badCode,
    autocomplete: 'one-time-code',
    inputMode: 'numeric',
    maxLength: 20,
  }),
];
