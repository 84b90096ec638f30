import { html } from 'hono/html';
import type { UserKey, Workspace } from '#shared/accounts/workspaces/rules/workspace';
import { copyableText, dateTime, linkButton, type Markup, notice } from '#shared/api/page-kit/components';
import { choice, field, form, select } from '#shared/api/page-kit/forms';
import type { PageContext } from '#shared/api/page-kit/page-kit';
import type { Instant } from '#shared/foundation/core/time';
import { displayedKeyFields } from '../displayed-key.ts';

const PATH = '/app/agent_sessions/new';

/** What an agent that opens the page has to know before anything else. */
export const warning: Markup = notice(
  'warning',
  html`<strong>If you are an AI agent, stop here.</strong> This page is for the owner of the key. Ask them to open it and to give you the code.`,
);

export const noWorkspace: Markup = html`<p>You do not have a workspace in which you can make changes. An agent needs one.</p>
<p>${linkButton('/app', 'Create a workspace')}</p>`;

/** Set by the script: whether a program controls the browser. */
const driven: Markup = html`<input type="hidden" name="driven" value="" data-driven>`;

/** Submitted by the script at once. */
export const codeForm = (c: PageContext): Markup =>
  form(c, { action: PATH, submit: 'Show the code', submitsItself: true, fields: [driven] });

/** After a refusal, which would repeat itself if the form submitted itself. */
export const refusedForm = (c: PageContext, problem: string): Markup =>
  html`${notice('problem', problem)}${warning}${form(c, { action: PATH, submit: 'Try again', fields: [driven] })}`;

interface KeyForm {
  readonly key: UserKey;
  readonly keyProblem?: string;
}

/** For a key of which there is no sealed copy yet. */
export const keyForm = (c: PageContext, { key, keyProblem }: KeyForm): Markup => html`
<p>Your key was created before encrypted copies of keys were kept. Paste it once, or create a new one.</p>
${form(c, {
  action: PATH,
  submit: 'Show the code',
  hidden: displayedKeyFields(key),
  fields: [
    html`<fieldset><legend>API key</legend>
${keyChoice('own', 'My current key', true)}
${keyField(keyProblem)}
${keyChoice('new', 'A new key. My current key stops working immediately.', false)}
</fieldset>`,
    driven,
  ],
})}`;

const keyChoice = (value: string, label: string, checked: boolean): Markup =>
  choice({ type: 'radio', name: 'source', value, label, checked });

/** Browsers do not store it. It is required for one of the two choices only. */
const keyField = (problem: string | undefined): Markup =>
  field({
    name: 'key',
    label: 'Current key',
    type: 'password',
    error: problem,
    autocomplete: 'off',
    maxLength: 200,
    required: false,
  });

interface NewCode {
  readonly code: string;
  readonly expiresAt: Instant;
  /** The workspace that the agent starts in. */
  readonly workspace: Workspace;
  readonly workspaces: readonly Workspace[];
  /** The key that was created with the code, if it took the place of another one. */
  readonly newKey: string | undefined;
  readonly baseUrl: string;
}

export const newCodeView = (c: PageContext, created: NewCode): Markup => html`
<p>Give this code to your agent. It works once, until ${dateTime(created.expiresAt)}. The agent starts in the workspace ${created.workspace.name}.</p>
${copyableText('code', created.code, 'code')}
${created.newKey === undefined ? '' : newKeyView(created.newKey)}
${workspaceForm(c, created)}
<h2>What the code does</h2>
<ul>
<li>The agent sends it as <code>token</code> to <code>POST ${created.baseUrl}/agent_sessions</code> and receives your API key and the workspace.</li>
<li>With the key, the agent acts as you in all your workspaces, with your role in each, until you <a href="/settings/personal/api">replace the key</a>.</li>
<li>Until it is used or expires, keep the code as secret as the key: the first to use it gets the key. If the code is rejected, someone else may have used it: replace your key.</li>
</ul>`;

const workspaceForm = (c: PageContext, { workspaces, workspace }: NewCode): Markup =>
  form(c, {
    action: PATH,
    submit: 'Get another code',
    fields: [
      select({
        name: 'workspace',
        label: 'Workspace',
        options: workspaces.map(({ id, name }) => [id, name]),
        selected: workspace.id,
      }),
      driven,
    ],
  });

export const newKeyView = (newKey: string): Markup => html`<h2>Your new API key</h2>
${notice('warning', 'Your previous key no longer works. The new key is shown only once: copy it if you need it yourself.')}
${copyableText('key', newKey, 'key')}`;
