import { html } from 'hono/html';
import type { Instant } from '#shared/core/time';
import type { Markup } from '#shared/page-kit/layout';
import { copyable, linkButton, moment, notice } from '#shared/page-kit/parts';

export interface ShownCode {
  readonly code: string;
  readonly expiresAt: Instant;
  /** Where it was made for this: nobody has seen it yet. */
  readonly newKey: string | undefined;
  readonly baseUrl: string;
}

/** The code, this once. */
export const codeView = ({ code, expiresAt, newKey, baseUrl }: ShownCode): Markup => html`
<p>Paste it to your agent. It works once, until ${moment(expiresAt)}.</p>
${copyable('code', code, 'the code')}
<p class="hint">The agent sends it as <code>token</code> to <code>POST ${baseUrl}/agent_sessions</code> and gets your key and the workspace. If it says that the code is wrong, somebody else may have had it first: <a href="/settings/personal/api">make another key</a>.</p>
${newKey === undefined ? '' : newKeyPart(newKey)}
<p>${linkButton('/app/agent_sessions/new', 'Another code')}</p>`;

/** A key that was made on the way is shown on the same terms as on its own page: once. */
export const newKeyPart = (newKey: string): Markup => html`<h2>Your new key</h2>
${notice('warning', 'Your key from before has ended. This is the only time that the new one is shown: keep it if you need it yourself.')}
${copyable('key', newKey, 'the key')}`;
