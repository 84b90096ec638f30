import type { ConversationWithMeeting } from '#shared/conversations/rules/conversation';
import { conversations, withMeeting } from '#shared/conversations/store';
import { idOf, type WorkspaceId } from '#shared/core/ids';
import { badRequest, Refusal } from '#shared/core/refusal';
import type { Meeting } from '#shared/meetings/rules/meeting';
import { meetings } from '#shared/meetings/store';
import { searchMeetings } from '#shared/search/counted-search';
import type { MeetingSearch } from '#shared/search/ports';
import { accessTo, resolveWorkspace } from '#shared/workspaces/access';
import { mayAct, type Workspace } from '#shared/workspaces/rules/workspace';
import { rolesOf } from '#shared/workspaces/store';
import type { AgentRequest } from './ports.ts';

const unknown = (noun: string) =>
  new Refusal('not_found', [{ code: 'not_found', message: `There is no such ${noun}.` }]);

/** The workspace that a call names, or the user's only one; one of others reads as unknown. */
export async function namedWorkspace({ context, userId }: AgentRequest, named: string | undefined): Promise<Workspace> {
  const access = await resolveWorkspace(context.table, userId, named);
  if (!access || !mayAct(access.role, 'read')) throw unknown('workspace');
  return access.workspace.state;
}

/** More than a person works in. */
const MOST_WORKSPACES = 10;

/** The workspaces of the user, the newest ten. */
export async function workspacesOfUser({ context, userId }: AgentRequest): Promise<readonly WorkspaceId[]> {
  const { items } = await rolesOf(context.table, userId, { limit: MOST_WORKSPACES, after: undefined });
  const found = await Promise.all(items.map(({ workspaceId }) => accessTo(context.table, userId, workspaceId)));
  return found.flatMap((access) => (access && mayAct(access.role, 'read') ? [access.workspace.state.id] : []));
}

/** A meeting in a workspace of the user; one of others reads as unknown. */
export async function namedMeeting({ context, userId }: AgentRequest, named: string): Promise<Meeting> {
  const id = idOf('mtg', named);
  const meeting = id && (await meetings.find(context.table, id));
  const access = meeting && (await accessTo(context.table, userId, meeting.state.workspaceId));
  if (!meeting || !access || !mayAct(access.role, 'read')) throw unknown('meeting');
  return meeting.state;
}

/** A conversation outside the trash, in a workspace of the user; one of others reads as unknown. */
export async function namedConversation(
  { context, userId }: AgentRequest,
  named: string,
): Promise<ConversationWithMeeting> {
  const id = idOf('con', named);
  const conversation = id && (await conversations.find(context.table, id));
  const access = conversation && (await accessTo(context.table, userId, conversation.state.workspaceId));
  const found =
    access && mayAct(access.role, 'read') ? await withMeeting(context.table, conversation.state) : undefined;
  if (!found) throw unknown('conversation');
  return found;
}

interface Named {
  readonly meeting_id?: string | undefined;
  readonly conversation_id?: string | undefined;
}

/** What a call names: a meeting, or a conversation, whose meeting is null where it came of a file. */
export async function namedText(
  agentRequest: AgentRequest,
  { meeting_id, conversation_id }: Named,
): Promise<ConversationWithMeeting | { readonly meeting: Meeting }> {
  if ((meeting_id === undefined) === (conversation_id === undefined))
    throw badRequest('Name either a meeting_id or a conversation_id.', 'meeting_id');
  return conversation_id === undefined
    ? { meeting: await namedMeeting(agentRequest, meeting_id ?? '') }
    : namedConversation(agentRequest, conversation_id);
}

/** Search over the rows as this request reads them. */
export const searchFor = ({ context }: AgentRequest): MeetingSearch => searchMeetings(context);
