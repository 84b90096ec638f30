import { apiGroup } from '#shared/api/http/api-group';
import { byBodyId, byFound } from '#shared/api/http/early';
import { endpoint, endpointWith, ok } from '#shared/api/http/endpoint';
import { listEndpoint } from '#shared/api/http/list-endpoint';
import { notFound, Refusal } from '#shared/foundation/core/refusal';
import { mayAct } from '#shared/foundation/core/roles';
import type { Loaded } from '#shared/foundation/core/store';
import { HOUR_MS, type Instant, later } from '#shared/foundation/core/time';
import { s3FileStorage } from '#shared/foundation/files/s3-file-storage';
import { requireMatch } from '#shared/foundation/http/request/if-match';
import type { Reply } from '#shared/foundation/http/response/reply';
import { s3Client } from '#shared/foundation/platform/aws-clients';
import { requiredEnv } from '#shared/foundation/platform/environment';
import { strippingResults } from '#shared/lifecycle/erasures/commands/stripping-results';
import { countedResults, linkToTranscript, readTranscriptFile } from '#shared/meetings/results/load-results';
import { presentTranscriptHead } from '#shared/meetings/results/present';
import { NO_TRANSCRIPT } from '#shared/meetings/results/rules/results';
import { mostStoredBytes, transcriptJson, transcriptText } from '#shared/meetings/results/transcript-reply';
import {
  type Corrected,
  type Correction,
  correctTranscript,
} from '#shared/texts/conversations/commands/correct-transcript';
import { deleteConversation } from '#shared/texts/conversations/commands/delete-conversation';
import { trashConversation } from '#shared/texts/conversations/commands/move-to-trash';
import { loadOrderOf } from '#shared/texts/conversations/commands/require-order-ended';
import { loadRestored, restoreConversation } from '#shared/texts/conversations/commands/restore-conversation';
import { saveConversation } from '#shared/texts/conversations/commands/update-conversation';
import {
  correctTranscriptContract,
  deleteConversationContract,
  getConversationContract,
  getTranscriptContract,
  listConversationsContract,
  replaceTranscriptContract,
  restoreConversationContract,
  updateConversationContract,
} from '#shared/texts/conversations/contract';
import { conversationPage } from '#shared/texts/conversations/lists-store';
import { textFileOf } from '#shared/texts/conversations/ports';
import { presentConversation } from '#shared/texts/conversations/present';
import {
  type Conversation,
  type ConversationWithMeeting,
  isOfMeeting,
  requireNotFailed,
} from '#shared/texts/conversations/rules/conversation';
import { patchTranscript, replaceTranscript } from '#shared/texts/conversations/rules/correct-transcript';
import { textAs } from '#shared/texts/conversations/rules/text-as';
import { textEtag } from '#shared/texts/conversations/rules/text-etag';
import { findInTrashToo } from '#shared/texts/conversations/store';
import { withLimitedLinks } from '#shared/texts/downloads/limited-links';
import { folders } from '#shared/texts/folders/store';
import type { MediaOrderContext } from '#shared/texts/orders/commands/order-media';
import { createTranscription } from '#shared/texts/orders/deprecated-paths/create-transcription';
import { urlValidator } from '#shared/webhooks/addresses/validate-receiver';
import { served } from '#shared/wiring/served';
import { uploadUrls } from '#shared/wiring/uploads';
import { convertToSubtitles } from './convert-to-subtitles.ts';
import { getSummary } from './get-summary.ts';
import { find, inMeeting, loadMeeting, type Named, type WithFiles } from './named-conversation.ts';

/** Links are valid for this long: docs/limits-and-rules.md#results. */
const LINKS_VALID_MS = HOUR_MS;

interface Deletion extends Named {
  readonly query: { readonly permanent: 'true' | 'false' };
}

/** What is in the trash already can be deleted permanently. */
const findToDelete = (request: Deletion) => (request.query.permanent === 'true' ? findDeleted(request) : find(request));

const findDeleted = ({ context, params }: Named) => findInTrashToo(context.table, params.id);

const list = listEndpoint(listConversationsContract, {
  page: ({ context, workspaceId, query }, request) =>
    conversationPage(
      context.table,
      {
        workspaceId,
        meetingId: query.meeting_id,
        folderId: query.folder_id,
        tag: query.tag,
        state: query.state,
        kind: query.kind,
        language: query.language,
        createdAfter: query.created_after,
        createdBefore: query.created_before,
        isDeleted: query.deleted === 'true',
      },
      request,
    ),
  present: presentConversation,
});

const get = endpoint(getConversationContract, {
  resource: find,
  early: loadMeeting,
  run: ({ context, resource }) => inMeeting(context, resource.state),
  reply: (found) => ok(presentConversation(found)),
});

const update = endpoint(updateConversationContract, {
  resource: find,
  early: (request) => [...loadMeeting(request), byBodyId(request, 'folder_id', folders)],
  async run({ context, resource, body: { folder_id: folderId, ...patch } }) {
    // Before the write, with what was read along with the role.
    const { meeting } = await inMeeting(context, resource.state);
    const conversation = await saveConversation(context)(resource.state.id, { ...patch, folderId });
    return meeting && isOfMeeting(conversation) ? { conversation, meeting } : inMeeting(context, conversation);
  },
  reply: (found) => ok(presentConversation(found)),
});

const remove = endpoint(deleteConversationContract, {
  resource: findToDelete,
  early: byFound(findToDelete, loadOrderOf),
  run: ({ context, resource, query }) =>
    (query.permanent === 'true' ? deleteConversation : trashConversation)(context)(resource.state.id),
  reply: (conversation) => ok(presentConversation({ conversation, meeting: null })),
});

const restore = endpoint(restoreConversationContract, {
  resource: findDeleted,
  early: byFound(findDeleted, loadRestored),
  run: ({ context, resource }) => restoreConversation(context)(resource.state.id),
  reply: (found) => ok(presentConversation(found)),
});

const getTranscript = endpointWith<WithFiles>()(getTranscriptContract, {
  resource: find,
  early: loadMeeting,
  async run({ context, resource, query }) {
    requireNotFailed(resource.state);
    const found = await inMeeting(context, resource.state);
    const file = textFileOf(found);
    if (!file && !found.meeting) throw notFound('transcript');
    return { found, text: file && (await readTranscriptFile(context, file, mostStoredBytes(query))) };
  },
  async reply({ found, text }, { context, resource, query: { format, include }, now }) {
    const transcript = text?.transcript ?? NO_TRANSCRIPT;
    const etag = textEtag(found);
    if (format !== 'json') return withEtag(transcriptText(textAs(format, resource.state, transcript), format), etag);
    const head = presentTranscriptHead({ conversation_id: resource.state.id }, transcript);
    const linksExpireAt = later(now, LINKS_VALID_MS);
    const link = () => linkToText(context, found, linksExpireAt);
    const shown = { withWords: include === 'words', isWhole: text?.isWhole ?? true, link, linksExpireAt };
    return withEtag(await transcriptJson(head, transcript, shown), etag);
  },
});

const filenameOf = ({ conversation }: ConversationWithMeeting): string =>
  `${isOfMeeting(conversation) ? conversation.meetingId : conversation.id}-transcript.json`;

async function linkToText(context: WithFiles, found: ConversationWithMeeting, expiresAt: Instant) {
  const file = textFileOf(found);
  return file ? linkToTranscript(context, file, { filename: filenameOf(found), expiresAt }) : null;
}

const withEtag = (reply: Reply, etag: string): Reply => ({ ...reply, headers: { ...reply.headers, etag } });

/** The answer to a correction: the whole text, or a link to it. */
async function correctedReply(
  { transcript, found }: Corrected,
  {
    context,
    resource,
    now,
  }: { readonly context: WithFiles; readonly resource: Loaded<Conversation>; readonly now: Instant },
): Promise<Reply> {
  const linksExpireAt = later(now, LINKS_VALID_MS);
  const head = presentTranscriptHead({ conversation_id: resource.state.id }, transcript);
  const link = () => linkToText(context, found, linksExpireAt).catch(nullIfRefused);
  const shown = { withWords: false, isWhole: true, link, linksExpireAt };
  return withEtag(await transcriptJson(head, transcript, shown), textEtag(found));
}

/** The text is saved: a correction is not refused for the link in its answer. */
function nullIfRefused(error: unknown): null {
  if (error instanceof Refusal) return null;
  throw error;
}

interface Correcting {
  readonly context: WithFiles;
  readonly resource: Loaded<Conversation>;
  readonly ifMatch: Parameters<typeof requireMatch>[0];
  readonly role: Parameters<typeof mayAct>[0];
}

/** Corrects the text by a rule, if the caller has read what is there now. */
const correctBy = ({ context, resource, ifMatch, role }: Correcting, rule: Correction['correct']): Promise<Corrected> =>
  correctTranscript({ ...context, results: strippingResults(context, countedResults(context)) })(resource.state.id, {
    isEditor: mayAct(role, 'administer'),
    requireRead: (etag) => requireMatch(ifMatch, etag, 'transcript'),
    correct: rule,
  });

const replace = endpointWith<WithFiles>()(replaceTranscriptContract, {
  resource: find,
  early: loadMeeting,
  run: (request) =>
    correctBy(request, (before, lengthSeconds) => replaceTranscript(before, request.body, lengthSeconds)),
  reply: correctedReply,
});

const correct = endpointWith<WithFiles>()(correctTranscriptContract, {
  resource: find,
  early: loadMeeting,
  run: (request) => correctBy(request, (before) => patchTranscript(before, request.body.segments)),
  reply: correctedReply,
});

/** The order of a media file that `POST /transcriptions` makes needs more than the other endpoints. */
type ConversationsContext = WithFiles & Omit<MediaOrderContext, 'validateUrl'>;

export const conversations = (given: ConversationsContext) => {
  const context = withLimitedLinks({ ...given, validateUrl: urlValidator(given) });
  const ofText = [getTranscript, replace, correct, getSummary, convertToSubtitles];
  return apiGroup(context, list, get, update, remove, restore, ...ofText, createTranscription);
};

export const handler = served((context) =>
  conversations({
    ...context,
    files: s3FileStorage(s3Client(), requiredEnv('filesBucket'), context.clock),
    uploadStorage: uploadUrls(),
  }),
);
