import { html } from 'hono/html';
import { userKey } from '#shared/accounts/identity/credentials-store';
import type { UserKey } from '#shared/accounts/workspaces/rules/workspace';
import { copyableText, dateTime, descriptionList, type Markup, notice } from '#shared/api/page-kit/components';
import { form } from '#shared/api/page-kit/forms';
import { pageAuditSource } from '#shared/api/page-kit/page-audit-source';
import type { PageContext } from '#shared/api/page-kit/page-kit';
import { renderPage } from '#shared/api/page-kit/render';
import { currentUser } from '#shared/api/page-kit/session';
import type { AppPage } from '../dependencies.ts';
import { displayedKey, displayedKeyFields } from '../displayed-key.ts';

const PATH = '/settings/personal/api';

/** GET /settings/personal/api */
export const apiKeyPage: AppPage = async ({ table }, c) => {
  const key = await userKey(table, currentUser(c).id);
  return renderPage(c, {
    title: 'Your API key',
    lead: 'With this key, a program acts as you in all your workspaces.',
    main: key === undefined ? createForm(c) : html`${keyDetails(key)}${replaceForm(c, key)}`,
  });
};

const createForm = (c: PageContext): Markup => html`<p>You do not have an API key yet.</p>
${form(c, { action: PATH, submit: 'Create API key', hidden: displayedKeyFields(undefined) })}
<p class="hint">The key is shown once, on the next page. Have a safe place ready to store it.</p>`;

const keyDetails = (key: UserKey): Markup =>
  descriptionList([
    ['Created', dateTime(key.createdAt)],
    ['API version', key.pin ?? 'Set to the current version on first use'],
    ['Key', 'Not shown: only a digest and an encrypted copy of the key are stored'],
  ]);

const replaceForm = (c: PageContext, key: UserKey): Markup => html`<h2 id="replace">Replace your key</h2>
${notice('warning', html`Your current key <strong>stops working immediately</strong>. Requests that still use it are refused.`)}
${form(c, { action: PATH, submit: 'Replace API key', hidden: displayedKeyFields(key), danger: true })}
<p class="hint">The new key is shown once, on the next page. It keeps the API version of your current key.</p>`;

/**
 * POST /settings/personal/api: the response itself shows the key. A redirect would require storing it. The response is
 * not cached, and a form that is submitted again is refused, since the key that it names was replaced.
 */
export const replaceApiKey: AppPage = async (app, c) => {
  const { createKey, baseUrl } = app;
  const source = await pageAuditSource(app, c);
  const { apiKey } = await createKey(currentUser(c).id, displayedKey(c), source);
  const command = `curl -i "${baseUrl}/workspaces" -H "Authorization: ${apiKey}"`;
  return renderPage(c, {
    title: 'Your new API key',
    main: html`${notice('warning', 'The key is shown only once. Copy it now and store it in a safe place.')}
${copyableText('key', apiKey, 'key')}
<h2>Try it</h2>
<p>This request lists your workspaces. Status 200 means that the key works.</p>
${copyableText('call', command, 'command')}
<p>Use the key on your servers only: anyone who has it can act as you. <a href="/api/v1/docs/first-request">Make your first request</a></p>
<p><a href="${PATH}">Done</a></p>`,
  });
};
