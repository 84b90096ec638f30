import { textFileOf } from '#shared/conversations/ports';
import type { ConversationWithMeeting } from '#shared/conversations/rules/conversation';
import { conversations, withMeeting } from '#shared/conversations/store';
import { idOf } from '#shared/core/ids';
import { notFound } from '#shared/core/refusal';
import { HOUR_MS, later } from '#shared/core/time';
import type { FolderWithPath } from '#shared/folders/rules/folder';
import { allFolders } from '#shared/folders/store';
import { shownRecording } from '#shared/meetings/rules/whole-results';
import type { PageContext } from '#shared/page-kit/page-kit';
import { linkedFiles } from '#shared/results/load-results';
import type { WorkspaceAccess } from '#shared/workspaces/access';
import type { AppDependencies, AppPage } from '../dependencies.ts';
import { crumbsTo } from '../folders/folder-page.ts';
import { type FormErrors, formErrors } from '../form-errors.ts';
import { playedFile } from '../transcript/files-view.ts';
import { formatIn, transcriptDownload } from '../transcript/transcript-file.ts';
import { requireRole, resolveResource } from '../workspace-access.ts';
import { pathOf, renderWorkspacePage } from '../workspace-page.ts';
import { conversationView } from './conversation-view.ts';
import { DETAIL_LABELS, type Details, detailsIn, detailsOf, patchOf } from './details-form.ts';

interface Found {
  readonly access: WorkspaceAccess;
  readonly found: ConversationWithMeeting;
  /** All of the workspace. */
  readonly folders: readonly FolderWithPath[];
}

/** The conversation of the path with its meeting. 404 where the user has no access to its workspace. */
async function loadConversation(app: AppDependencies, c: PageContext): Promise<Found> {
  const id = idOf('con', c.req.param('conversation'));
  const reading = Promise.resolve(id && conversations.find(app.table, id));
  const { resource, access } = await resolveResource(app, c, conversations.noun, reading);
  const [found, folders] = await Promise.all([
    withMeeting(app.table, resource.state),
    allFolders(app.table, resource.state.workspaceId),
  ]);
  if (!found) throw notFound(conversations.noun);
  return { access, found, folders };
}

/** GET /app/conversations/{conversation} */
export const conversationPage: AppPage = async (app, c) => renderConversation(app, c, await loadConversation(app, c));

/** POST /app/conversations/{conversation}: name, folder and tags, like `PATCH /conversations/{id}`. */
export const changeConversation: AppPage = async (app, c) => {
  const loaded = await loadConversation(app, c);
  requireRole(loaded.access, 'participate');
  const details = detailsIn(c);
  const { id } = loaded.found.conversation;
  try {
    const { folder_id: folderId, ...patch } = patchOf(details);
    await app.saveConversation(id, { ...patch, folderId });
    return c.redirect(`/app/conversations/${id}?saved=yes`, 303);
  } catch (thrown) {
    return renderConversation(app, c, loaded, { details, errors: formErrors(thrown, DETAIL_LABELS) });
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

interface Refused {
  readonly details: Details;
  readonly errors: FormErrors;
}

/** Links to media are valid for an hour. */
async function renderConversation(
  app: AppDependencies,
  c: PageContext,
  { access, found, folders }: Found,
  refused?: Refused,
) {
  const { conversation, meeting } = found;
  const file = textFileOf(found);
  const expiresAt = later(c.var.kit.clock.now(), HOUR_MS);
  const [transcript, files] = await Promise.all([
    file && app.results.transcript(file),
    meeting ? linkedFiles(app, meeting, expiresAt) : [],
  ]);
  const played = playedFile(files, meeting ? shownRecording(meeting)?.botId : undefined);
  const list = pathOf(access, 'conversations');
  return renderWorkspacePage(c, access, 'conversations', {
    title: conversation.name,
    status: refused?.errors.status ?? 200,
    mediaSrc: [...new Set(files.map(({ url }) => new URL(url).origin))],
    breadcrumbs: [
      [list, 'Conversations'],
      ...(conversation.folderId === null ? [] : crumbsTo(folders, conversation.folderId, list)),
    ],
    main: conversationView(c, {
      access,
      found,
      transcript,
      played,
      folders,
      details: refused?.details ?? detailsOf(conversation),
      messages: refused?.errors.messages ?? [],
    }),
  });
}
