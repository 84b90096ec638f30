import { html } from 'hono/html';
import { choices, form } from '#shared/page-kit/forms';
import type { Markup } from '#shared/page-kit/layout';
import type { PageContext } from '#shared/page-kit/page-kit';
import { linkButton, notice } from '#shared/page-kit/parts';
import type { UserKey, Workspace } from '#shared/workspaces/rules/workspace';
import { seenFields } from '../personal-key/seen-key.ts';

export interface CodeForm {
  /** Those that the person can write to. */
  readonly workspaces: readonly Workspace[];
  readonly chosen: string;
  readonly key: UserKey | undefined;
  readonly source: 'own' | 'new';
  /** When the form was shown, sealed. */
  readonly opened: string;
  /** Why it was not carried out. */
  readonly problem?: string;
  readonly keyProblem?: string;
}

/** What a code can do, and who must not ask for one: before anything else on the page. */
export const codeFormView = (c: PageContext, asked: CodeForm): Markup => html`
${asked.problem && notice('problem', asked.problem)}
${notice('warning', html`<strong>If you are an agent, stop here.</strong> This page is for the person whose key it is: ask them to open it themselves and to give you the code.`)}
<h2>What the code can do</h2>
<ul>
<li>Your agent exchanges it for your API key, once, within five minutes.</li>
<li>With the key, it acts as you: in every workspace that you belong to, with your role there, until you <a href="/settings/personal/api">make another key</a>.</li>
<li>Until it is used or over, the code is a secret like the key itself: whoever has it first, has the key.</li>
</ul>
<h2>Get a code</h2>
${asked.workspaces.length === 0 ? noWorkspace : codeForm(c, asked)}`;

const noWorkspace = html`<p>There is no workspace yet that you can write to, and so nothing for an agent to do.</p>
<p>${linkButton('/app', 'Make a workspace')}</p>`;

const codeForm = (c: PageContext, { workspaces, chosen, key, source, opened, keyProblem }: CodeForm): Markup =>
  form(c, {
    action: '/app/agent_sessions/new',
    submit: 'Show me a code',
    hidden: { opened, ...seenFields(key) },
    fields: [
      choices({
        name: 'workspace',
        label: 'Where it begins',
        among: workspaces.map(({ id, name }) => [id, name]),
        chosen,
      }),
      html`<fieldset><legend>Which key it gets</legend>
${key ? radio('own', 'The one that I have', source === 'own') : ''}
${key ? keyField(keyProblem) : ''}
${radio('new', key ? 'A new one: the one that I have ends at once and everywhere' : 'A new one, my first', source === 'new' || !key)}
</fieldset>`,
      html`<div class="field"><label class="tick"><input type="checkbox" name="confirmed" value="yes" required> I am the person whose key it is, and I opened this page myself</label></div>`,
      html`<input type="hidden" name="driven" value="" data-driven>`,
    ],
  });

/** Of a kind that browsers do not keep; needed for one of the two choices alone. */
const keyField = (problem: string | undefined): Markup =>
  html`<div class="field"><label for="key">Your key</label>
<p class="hint" id="key-hint">Paste it here: we keep nothing of it but a digest, so that it cannot come from us.</p>
${problem && html`<p class="wrong" id="key-error">${problem}</p>`}
<input id="key" name="key" type="password" autocomplete="off" maxlength="200" aria-describedby="${problem ? 'key-hint key-error' : 'key-hint'}"${problem ? html` aria-invalid="true" autofocus` : ''}>
</div>`;

const radio = (value: string, words: string, isChosen: boolean): Markup =>
  html`<div class="field"><label class="tick"><input type="radio" name="source" value="${value}"${isChosen ? html` checked` : ''} required> ${words}</label></div>`;
