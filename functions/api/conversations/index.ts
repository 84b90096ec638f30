import { type Corrected, correctTranscript } from '#shared/conversations/commands/correct-transcript';
import { saveConversation } from '#shared/conversations/commands/update-conversation';
import {
  correctTranscriptContract,
  getConversationContract,
  getTranscriptContract,
  listConversationsContract,
  replaceTranscriptContract,
  updateConversationContract,
} from '#shared/conversations/contract';
import { presentConversation } from '#shared/conversations/present';
import type { Conversation, ConversationInMeeting } from '#shared/conversations/rules/conversation';
import { patchTranscript, replaceTranscript } from '#shared/conversations/rules/correct-transcript';
import { conversationPage, conversations as stored } from '#shared/conversations/store';
import type { ConversationId } from '#shared/core/ids';
import type { Loaded } from '#shared/core/store';
import { HOUR_MS, type Instant, later } from '#shared/core/time';
import type { FileStorage } from '#shared/files/ports';
import { s3FileStorage } from '#shared/files/s3-file-storage';
import { folders } from '#shared/folders/store';
import { apiGroup } from '#shared/http/api-group';
import { endpoint, endpointWith, ok, type Reply } from '#shared/http/endpoint';
import { listEndpoint } from '#shared/http/list-endpoint';
import type { AppContext } from '#shared/http/ports';
import type { BodyReader } from '#shared/http/request/body-reader';
import { requireMatch } from '#shared/http/request/if-match';
import { meetings } from '#shared/meetings/store';
import { s3Client } from '#shared/platform/aws-clients';
import { requiredEnv } from '#shared/platform/environment';
import { loadTranscript, resultsInFiles, transcriptLink } from '#shared/results/load-results';
import { presentTranscriptHead } from '#shared/results/present';
import { NO_TRANSCRIPT } from '#shared/results/rules/results';
import { etagOf } from '#shared/results/rules/transcript-etag';
import { transcriptJson, transcriptText } from '#shared/results/transcript-reply';
import { served } from '#shared/wiring/in-the-cloud';

interface WithFiles extends AppContext {
  readonly files: FileStorage;
}

interface Named {
  readonly params: { readonly id: ConversationId };
  readonly context: AppContext;
}

/** Links are valid for this long: docs/limits-and-rules.md#results. */
const LINKS_VALID_MS = HOUR_MS;

const find = ({ context, params }: Named) => stored.find(context.table, params.id);

/** A conversation is gone with its meeting. */
async function inMeeting({ table }: AppContext, conversation: Conversation): Promise<ConversationInMeeting> {
  const meeting = await meetings.find(table, conversation.meetingId);
  if (!meeting) throw new Error('A conversation is without its meeting.');
  return { conversation, meeting: meeting.state };
}

/** The meeting travels with the caller's role. */
async function readMeeting(request: Named): Promise<void> {
  const conversation = await find(request);
  if (conversation) await meetings.find(request.context.table, conversation.state.meetingId);
}

async function readFolder({ context, body }: { context: AppContext; body: BodyReader }): Promise<void> {
  const id = body.id('fol', 'folder_id');
  if (id) await folders.find(context.table, id);
}

const list = listEndpoint(listConversationsContract, {
  page: ({ context, workspaceId, query }, request) =>
    conversationPage(
      context.table,
      {
        workspaceId,
        meetingId: query.meeting_id,
        folderId: query.folder_id,
        tag: query.tag,
        language: query.language,
        createdAfter: query.created_after,
        createdBefore: query.created_before,
      },
      request,
    ),
  present: presentConversation,
});

const get = endpoint(getConversationContract, {
  resource: find,
  prefetch: (request) => [readMeeting(request)],
  run: ({ context, resource }) => inMeeting(context, resource.state),
  reply: (found) => ok(presentConversation(found)),
});

const update = endpoint(updateConversationContract, {
  resource: find,
  prefetch: (request) => [readMeeting(request), readFolder(request)],
  async run({ context, resource, body: { folder_id: folderId, ...patch } }) {
    const { meeting } = await inMeeting(context, resource.state);
    return { conversation: await saveConversation(context)(resource.state.id, { ...patch, folderId }), meeting };
  },
  reply: (found) => ok(presentConversation(found)),
});

const getTranscript = endpointWith<WithFiles>()(getTranscriptContract, {
  resource: find,
  prefetch: (request) => [readMeeting(request)],
  async run({ context, resource, now }) {
    const { meeting } = await inMeeting(context, resource.state);
    return { meeting, found: await loadTranscript(context, meeting, later(now, LINKS_VALID_MS)) };
  },
  reply({ meeting, found }, { resource, query: { format, include }, now }) {
    const transcript = found?.transcript ?? NO_TRANSCRIPT;
    const etag = etagOf(meeting);
    if (format !== 'json') return withEtag(transcriptText(transcript, format), etag);
    const head = presentTranscriptHead({ conversation_id: resource.state.id }, transcript);
    const shown = {
      withWords: include === 'words',
      url: found?.url ?? null,
      linksExpireAt: later(now, LINKS_VALID_MS),
    };
    return withEtag(transcriptJson(head, transcript, shown), etag);
  },
});

const withEtag = (reply: Reply, etag: string): Reply => ({ ...reply, headers: { ...reply.headers, etag } });

/** The answer to a correction: the whole text, or a link to it. */
async function correctedReply(
  { transcript, meeting }: Corrected,
  {
    context,
    resource,
    now,
  }: { readonly context: WithFiles; readonly resource: Loaded<Conversation>; readonly now: Instant },
): Promise<Reply> {
  const linksExpireAt = later(now, LINKS_VALID_MS);
  const head = presentTranscriptHead({ conversation_id: resource.state.id }, transcript);
  const url = await transcriptLink(context, meeting, linksExpireAt);
  return withEtag(transcriptJson(head, transcript, { withWords: false, url, linksExpireAt }), etagOf(meeting));
}

const replace = endpointWith<WithFiles>()(replaceTranscriptContract, {
  resource: find,
  prefetch: (request) => [readMeeting(request)],
  run: ({ context, resource, body, ifMatch }) =>
    correctTranscript({ ...context, results: resultsInFiles(context.files) })(resource.state.id, {
      requireRead: (etag) => requireMatch(ifMatch, etag, 'transcript'),
      correct: (before, lengthSeconds) => replaceTranscript(before, body, lengthSeconds),
    }),
  reply: correctedReply,
});

const correct = endpointWith<WithFiles>()(correctTranscriptContract, {
  resource: find,
  prefetch: (request) => [readMeeting(request)],
  run: ({ context, resource, body, ifMatch }) =>
    correctTranscript({ ...context, results: resultsInFiles(context.files) })(resource.state.id, {
      requireRead: (etag) => requireMatch(ifMatch, etag, 'transcript'),
      correct: (before) => patchTranscript(before, body.segments),
    }),
  reply: correctedReply,
});

export const conversations = (context: WithFiles) =>
  apiGroup(context, list, get, update, getTranscript, replace, correct);

export const handler = served((context) =>
  conversations({ ...context, files: s3FileStorage(s3Client(), requiredEnv('filesBucket'), context.clock) }),
);
