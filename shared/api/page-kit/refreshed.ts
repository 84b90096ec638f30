import { html } from 'hono/html';
import type { Markup } from '#shared/api/page-kit/components';

interface Refreshed {
  readonly id: string;
  /** Path of the page that has the part: that of a refused form is another. */
  readonly path: string;
  /** In words. Screen readers announce it when it has changed. */
  readonly state: string;
  /** Whether the service works on it; otherwise it stays as it is. */
  readonly isChanging: boolean;
  /** Whether the service works on it once a call has ended, which the script of live transcripts notices. */
  readonly isAfterCall?: boolean;
  /** Whether a player may come with a change, whose origin the policy of the page does not have yet: the page is loaded again. */
  readonly mayGetPlayer?: boolean;
  readonly content: Markup;
}

/**
 * A part of a page that the script replaces when its state has changed: assets/refresh-script.ts. Without scripts, a link
 * loads the page again. The page needs `connectSrc: ["'self'"]`.
 */
export const refreshed = ({ id, path, state, isChanging, isAfterCall, mayGetPlayer, content }: Refreshed): Markup =>
  html`<div id="${id}" tabindex="-1" data-state="${state}"${isChanging ? html` data-refreshes="${path}"` : ''}${isAfterCall ? html` data-after-call="${path}"` : ''}${mayGetPlayer ? ' data-reloads' : ''}>
${content}
${isChanging ? html`<p><a href="${path}">Refresh</a></p>` : ''}
</div>`;
