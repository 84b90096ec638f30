import { byFound } from '#shared/api/http/early';
import { endpointWith, ok } from '#shared/api/http/endpoint';
import type { WorkspaceId } from '#shared/foundation/core/ids';
import { unauthorized } from '#shared/foundation/core/refusal';
import { mayAct, type Role } from '#shared/foundation/core/roles';
import type { Table } from '#shared/foundation/core/table';
import type { Instant } from '#shared/foundation/core/time';
import { countedResults } from '#shared/meetings/results/load-results';
import { saysSomething } from '#shared/meetings/results/rules/results';
import { refuseUnavailable } from '#shared/meetings/settings/commands/refuse-unavailable';
import { requireUsableTemplate, templateNamed } from '#shared/meetings/summaries/commands/templates';
import { requestSummary } from '#shared/texts/conversation-summaries/commands/request-summary';
import { getConversationSummaryContract } from '#shared/texts/conversation-summaries/contract';
import { presentConversationSummary, type ShownSummary } from '#shared/texts/conversation-summaries/present';
import { choiceOf, isCurrent } from '#shared/texts/conversation-summaries/rules/conversation-summary';
import {
  type AskedSummary,
  noSummary,
  summaryOfMeeting,
  summaryOfText,
} from '#shared/texts/conversation-summaries/show-summary';
import { conversationSummaries } from '#shared/texts/conversation-summaries/store';
import { textFileOf } from '#shared/texts/conversations/ports';
import {
  type Conversation,
  type ConversationInMeeting,
  isOfMeeting,
  type OrderConversation,
} from '#shared/texts/conversations/rules/conversation';
import { find, inMeeting, loadMeeting, type Named, type WithFiles } from './named-conversation.ts';

interface Asking extends Named {
  readonly query: AskedSummary;
}

interface Allowed extends Asking {
  readonly context: WithFiles;
  readonly role: Role;
  readonly now: Instant;
  readonly isHead: boolean;
}

/** The summary that the text of an order has; that of a meeting is with its results. */
const loadSummary = async (table: Table, conversation: Conversation, { query }: Asking) =>
  isOfMeeting(conversation)
    ? undefined
    : conversationSummaries.find(table, conversation.id, choiceOf(query, conversation.language));

/** The summary of the text of an order; it is ordered where it is not there. Guests read what is there. */
async function ofText(request: Allowed, conversation: OrderConversation): Promise<ShownSummary> {
  if (!('text' in conversation)) return noSummary(conversation.id);
  const { context, query, role, now, isHead } = request;
  const results = countedResults(context);
  const found = (await loadSummary(context.table, conversation, request))?.state;
  const mayMake = mayAct(role, 'participate');
  const isThere = found && (isHead || !mayMake || isCurrent(found, conversation.text.revision, now));
  if (isThere) return summaryOfText(results, conversation, found);
  const { id: conversationId, workspaceId } = conversation;
  const choice = choiceOf(query, conversation.language);
  const isSilent = !isHead && (await isWithoutSpeech(context, conversation));
  if (!mayMake && !isSilent) throw unauthorized();
  if (isHead) return noSummary(conversationId);
  await requireAvailable(context, workspaceId, { template: query.template, language: choice.language });
  if (isSilent) return noSummary(conversationId);
  const made = await requestSummary(context)(conversationId, choice);
  return summaryOfText(results, conversation, made);
}

/** Whether nothing is said in a text, so that no summary of it has to be ordered. */
async function isWithoutSpeech(context: WithFiles, conversation: OrderConversation): Promise<boolean> {
  const file = textFileOf({ conversation, meeting: null });
  const transcript = file && (await countedResults(context).transcript(file));
  return transcript !== undefined && !saysSomething(transcript);
}

/** The summary of a meeting. One that was made by a template which is gone since is still there. */
async function ofMeeting({ context, query }: Allowed, found: ConversationInMeeting): Promise<ShownSummary> {
  const shown = await summaryOfMeeting(countedResults(context), found, query);
  if (query.template !== shown.content?.template)
    await requireUsableTemplate(context.table, found.meeting.workspaceId, { field: 'template', named: query.template });
  return shown;
}

interface Chosen {
  readonly template: string | undefined;
  /** Null for the language of the text. */
  readonly language: string | null;
}

/** 422 for a template that the workspace does not have, and for what this deployment does not. */
async function requireAvailable(context: WithFiles, workspace: WorkspaceId, chosen: Chosen): Promise<void> {
  const { template, language } = chosen;
  const choices = [
    ...(template === undefined ? [] : [{ setting: 'summary.template', field: 'template', value: template } as const]),
    ...(language === null ? [] : [{ setting: 'summary.language', field: 'language', value: language } as const]),
  ];
  await refuseUnavailable(context, choices);
  await requireUsableTemplate(context.table, workspace, { field: 'template', named: template });
}

export const getSummary = endpointWith<WithFiles>()(getConversationSummaryContract, {
  resource: find,
  early: (request) => [
    ...loadMeeting(request),
    ...byFound(find, loadSummary)(request),
    templateNamed(request.context.table, request.query.template),
  ],
  async run(request) {
    const found = await inMeeting(request.context, request.resource.state);
    if (!found.meeting) return ofText(request, found.conversation);
    return ofMeeting(request, found);
  },
  reply: (shown) => ok(presentConversationSummary(shown)),
});
