import { html } from 'hono/html';
import { form } from '#shared/page-kit/forms';
import type { Markup } from '#shared/page-kit/layout';
import type { PageContext } from '#shared/page-kit/page-kit';
import { copyable, facts, moment, notice } from '#shared/page-kit/parts';
import type { UserKey } from '#shared/workspaces/rules/workspace';
import { seenFields } from './seen-key.ts';

export const KEY_LEAD = 'With it, a program acts as you, in every workspace that you belong to.';

/** What there is to know of a key that nobody can show again, and the way to another one. */
export const keyView = (c: PageContext, key: UserKey | undefined): Markup =>
  key === undefined
    ? html`<p>You have no key yet.</p>
${form(c, { action: '/settings/personal/api', submit: 'Make my key', hidden: seenFields(key) })}
<p class="hint">It is shown once, on the page that follows: have a safe place for it ready.</p>`
    : html`${facts([
        ['Made', moment(key.createdAt)],
        ['API version', key.pin ?? 'the one that is current when it is first used'],
        ['The key itself', 'is not kept: only a digest of it is, by which it is known again'],
      ])}
<h2 id="another">Another key</h2>
${notice('warning', html`The key that you have now <strong>ends at once and everywhere</strong>: whatever still uses it is refused from that moment on.`)}
${form(c, { action: '/settings/personal/api', submit: 'End this key and make another', hidden: seenFields(key), danger: true })}
<p class="hint">The new one is shown once, on the page that follows, and keeps the API version of the old one.</p>`;

/** The one page that has it. */
export const newKeyView = (apiKey: string, baseUrl: string): Markup => html`
${notice('warning', 'This is the only time that it is shown. Copy it now, to where you keep secrets.')}
${copyable('key', apiKey, 'the key')}
<h2>Try it</h2>
<p>This lists your workspaces; an answer with status 200 says that the key works:</p>
${copyable('call', `curl -i "${baseUrl}/workspaces" -H "Authorization: ${apiKey}"`, 'the command')}
<p>Send it from your servers alone: whoever has the key is you. <a href="/api/v1/docs/first-request">What to call next</a></p>
<p><a href="/settings/personal/api">Done, I have kept it</a></p>`;
