import { html } from 'hono/html';
import { dateTime, linkButton, type Markup, notice } from '#shared/api/page-kit/components';
import { refreshed } from '#shared/api/page-kit/refreshed';
import { idOf } from '#shared/foundation/core/ids';
import { linkToExport } from '#shared/texts/exports/export-link';
import { type Export, stateAt } from '#shared/texts/exports/rules/export';
import { exportEntity } from '#shared/texts/exports/store';
import type { AppPage } from '../dependencies.ts';
import { fileSize } from '../file-size.ts';
import { pageLinksExpireAt } from '../page-links.ts';
import { resolveResource } from '../workspace-access.ts';
import { pathOf, renderWorkspacePage } from '../workspace-page.ts';
import { FAILURE_NAMES, FORMAT_NAMES } from './export-labels.ts';

/** GET /app/exports/{export}: its state, and the link to its file while it is ready. */
export const exportPage: AppPage = async (app, c) => {
  const id = idOf('exp', c.req.param('export'));
  const reading = Promise.resolve(id && exportEntity.find(app.table, id));
  const { resource, access } = await resolveResource(app, c, exportEntity.noun, reading);
  const one = resource.state;
  const now = c.var.kit.clock.now();
  const state = stateAt(one, now);
  const link = await linkToExport(app.files, one, now, pageLinksExpireAt(now));
  const [only, ...others] = one.conversationIds;
  return renderWorkspacePage(c, access, 'conversations', {
    title: `Export: ${FORMAT_NAMES[one.format]}`,
    connectSrc: ["'self'"],
    breadcrumbs: [[pathOf(access, 'conversations'), 'Conversations']],
    main: html`${refreshed({
      id: 'export',
      path: `/app/exports/${one.id}`,
      state: STATES[state],
      isChanging: state === 'pending' || state === 'processing',
      content: exportView(one, link, state),
    })}
${only && others.length === 0 ? html`<p><a href="/app/conversations/${only}">Back to the conversation</a></p>` : ''}`,
  });
};

const STATES: Readonly<Record<Export['state'], string>> = {
  pending: 'Waiting',
  processing: 'Being written',
  ready: 'Ready',
  expired: 'Expired',
  failed: 'Failed',
};

function exportView(one: Export, link: string | null, state: Export['state']): Markup {
  if (one.state === 'failed') return notice('problem', FAILURE_NAMES[one.failureReason]);
  if (state === 'expired') return notice('note', 'The file was deleted a day after it was written. Export it again.');
  if (one.state !== 'ready' || link === null)
    return notice('note', 'The file is being written. This page shows it when it is ready.');
  const { name, sizeBytes } = one.file;
  return html`<p>${linkButton(link, `Download ${name}`)} <span class="small">${fileSize(sizeBytes)}</span></p>
<p class="hint">The file can be downloaded until ${dateTime(one.expiresAt)}; the link is valid for ten minutes: reload the page for a new one.</p>`;
}
