import type { PageContext } from '#shared/api/page-kit/page-kit';
import { textFileOf } from '#shared/texts/conversations/ports';
import { textEtag } from '#shared/texts/conversations/rules/text-etag';
import type { AppDependencies, AppPage } from '../dependencies.ts';
import { crumbsTo } from '../folders/folder-page.ts';
import { type FormErrors, formErrors } from '../form-errors.ts';
import { pageLinksExpireAt } from '../page-links.ts';
import { formatIn, transcriptDownload } from '../transcript/transcript-file.ts';
import { requireRole } from '../workspace-access.ts';
import { pathOf, renderWorkspacePage } from '../workspace-page.ts';
import { conversationView } from './conversation-view.ts';
import type { RefusedCorrection } from './correction-form.ts';
import { DETAIL_LABELS, type Details, detailsIn, detailsOf, patchOf } from './details-form.ts';
import { type LoadedConversation, loadConversation, pageOf } from './load-conversation.ts';
import { loadMedia } from './load-media.ts';
import type { RefusedSpeakers } from './speakers-form.ts';

/** GET /app/conversations/{conversation}; `?edit=` names the segment to correct. */
export const conversationPage: AppPage = async (app, c) => renderConversation(app, c, await loadConversation(app, c));

/** POST /app/conversations/{conversation}: name, folder and tags, like `PATCH /conversations/{id}`. */
export const changeConversation: AppPage = async (app, c) => {
  const loaded = await loadConversation(app, c);
  requireRole(loaded.access, 'participate');
  const details = detailsIn(c);
  try {
    const { folder_id: folderId, ...patch } = patchOf(details);
    await app.saveConversation(loaded.found.conversation.id, { ...patch, folderId });
    return c.redirect(`${pageOf(loaded.found)}?saved=yes`, 303);
  } catch (thrown) {
    const { messages, status } = formErrors(thrown, DETAIL_LABELS);
    return renderConversation(app, c, loaded, { status, details, messages });
  }
};

/** GET /app/conversations/{conversation}/transcript.{txt, vtt or srt}: downloads the text. */
export const conversationTranscript: AppPage = async (app, c) => {
  const format = formatIn(c);
  const { found } = await loadConversation(app, c);
  const file = textFileOf(found);
  const transcript = file && (await app.results.transcript(file));
  return transcriptDownload(c, { name: found.conversation.id, format, transcript });
};

/** What was submitted and refused. */
interface Refused extends Partial<FormErrors> {
  readonly details?: Details;
  readonly correction?: RefusedCorrection;
  readonly speakers?: RefusedSpeakers;
  /** Target languages of translations. */
  readonly languages?: string;
}

/** Links to media are valid for ten minutes. */
export async function renderConversation(
  app: AppDependencies,
  c: PageContext,
  loaded: LoadedConversation,
  { status = 200, messages = [], details, correction, speakers, languages = '' }: Refused = {},
) {
  const { access, found, folders } = loaded;
  const { conversation } = found;
  const file = textFileOf(found);
  const expiresAt = pageLinksExpireAt(c.var.kit.clock.now());
  const [transcript, media] = await Promise.all([
    file && app.results.transcript(file),
    loadMedia(app, found, expiresAt),
  ]);
  const list = pathOf(access, 'conversations');
  return renderWorkspacePage(c, access, 'conversations', {
    title: conversation.name,
    status,
    mediaSrc: media.origins,
    // The script corrects without leaving the page, and follows the work on the text.
    connectSrc: ["'self'"],
    breadcrumbs: [
      [list, 'Conversations'],
      ...(conversation.folderId === null ? [] : crumbsTo(folders, conversation.folderId, list)),
    ],
    main: conversationView(c, {
      ...loaded,
      transcript,
      etag: textEtag(found),
      ...media,
      details: details ?? detailsOf(conversation),
      messages,
      edited: correction?.segmentId ?? c.req.query('edit'),
      correction,
      speakers,
      languages,
    }),
  });
}
