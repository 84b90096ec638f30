import { html } from 'hono/html';
import { formToken } from '#shared/api/page-kit/cookies';
import { LARGEST_MEDIA_BYTES } from '#shared/foundation/media/rules/media-facts';
import { PART_BYTES, UPLOADS_PREFIX } from '#shared/texts/uploads/rules/upload';
import type { AppPage } from '../dependencies.ts';
import { requireRole, resolveWorkspace } from '../workspace-access.ts';
import { pathOf, renderWorkspacePage } from '../workspace-page.ts';

/** GET /app/workspaces/{workspace}/uploads: the script sends files from here, in parts, to storage. */
export const uploadPage: AppPage = async (app, c) => {
  const access = requireRole(await resolveWorkspace(app, c).access, 'participate');
  const storage = new URL(await app.uploadStorage.urlOf(UPLOADS_PREFIX));
  const path = `/app/workspaces/${access.workspace.state.id}`;
  return renderWorkspacePage(c, access, 'conversations', {
    title: 'Upload files',
    lead: 'Audio and video files of up to 2 GB each, from which transcripts and subtitles are made.',
    breadcrumbs: [[pathOf(access, 'conversations'), 'Conversations']],
    connectSrc: ["'self'", storage.origin],
    main: html`<p class="notice" data-without-script>Uploading from this page needs JavaScript. Without it, <a href="/api/v1/docs/uploads">upload with the API</a>.</p>
<form method="get" action="${path}/orders/new" data-uploads="${path}/uploads" data-token="${formToken(c)}" data-part-bytes="${PART_BYTES}" data-most-bytes="${LARGEST_MEDIA_BYTES}" hidden>
<div class="drop field">
<label for="files">Choose files, or drop them here</label>
<p class="hint" id="files-hint">Keep this page open until the files are uploaded: closing or reloading it loses an unfinished upload, which then begins anew.</p>
<input id="files" type="file" multiple accept="audio/*,video/*" aria-describedby="files-hint">
</div>
<ul class="uploads" aria-label="Files"></ul>
<p class="actions"><button hidden>Continue</button></p>
</form>
<p class="small">Programs do the same by the API: see <a href="/api/v1/docs/uploads">Uploads</a> and <a href="/api/v1/docs/files-to-text">From a file to text</a>.</p>`,
  });
};
