import { html } from 'hono/html';
import type { ProviderAccount } from '#test/doubles/calendar-providers/test-provider';
import { aPage, type Html } from './html.ts';

interface ConsentPage {
  readonly provider: string;
  /** Where the form goes. */
  readonly action: string;
  readonly clientId: string;
  /** The whole authorization request comes back with the form. */
  readonly asked: URLSearchParams;
  readonly accounts: readonly ProviderAccount[];
  readonly scopes: readonly { readonly scope: string; readonly says: string; readonly hasBox: boolean }[];
}

/** The account and what it grants on one page: the real ones take three. */
export const consentPage = ({ provider, action, clientId, asked, accounts, scopes }: ConsentPage): Html => {
  const hinted = accounts.find(({ email }) => email === asked.get('login_hint')) ?? accounts[0];
  const body = html`
    <p>The program <strong>${clientId}</strong> asks for access to an account.</p>
    <form method="post" action="${action}">
      ${[...asked].map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
      <fieldset><legend>Which account?</legend>
        ${accounts.map(
          ({ email, name, kind }) => html`<label>
            <input type="radio" name="account" value="${email}" ${email === hinted?.email ? 'checked' : ''} required>
            ${name} (${email})${kind === 'ordinary' ? '' : html` <em>${kind.replaceAll('_', ' ')}</em>`}
          </label>`,
        )}
      </fieldset>
      <fieldset><legend>What may it do?</legend>
        ${scopes.map(({ scope, says, hasBox }) =>
          hasBox
            ? html`<label><input type="checkbox" name="granted" value="${scope}" checked> ${says}</label>`
            : html`<p>${says}</p><input type="hidden" name="granted" value="${scope}">`,
        )}
      </fieldset>
      <button name="answer" value="allow">Allow</button>
      <button name="answer" value="deny">Deny</button>
    </form>`;
  return aPage(`Choose an account of ${provider}`, provider, body);
};
