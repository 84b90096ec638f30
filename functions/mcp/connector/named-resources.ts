import { isEndedIn } from '#shared/accounts/oauth/agents-store';
import { accessTo, resolveWorkspace, type WorkspaceAccess } from '#shared/accounts/workspaces/access';
import type { Workspace } from '#shared/accounts/workspaces/rules/workspace';
import { rolesOf } from '#shared/accounts/workspaces/store';
import { idOf, type WorkspaceId } from '#shared/foundation/core/ids';
import { badRequest, Refusal } from '#shared/foundation/core/refusal';
import { mayAct } from '#shared/foundation/core/roles';
import type { Meeting } from '#shared/meetings/meetings/rules/meeting';
import { meetings } from '#shared/meetings/meetings/store';
import type { ConversationWithMeeting } from '#shared/texts/conversations/rules/conversation';
import { conversations, withMeeting } from '#shared/texts/conversations/store';
import { searchMeetings } from '#shared/texts/search/counted-search';
import type { MeetingSearch } from '#shared/texts/search/ports';
import type { AgentRequest } from './ports.ts';

const unknown = (noun: string) =>
  new Refusal('not_found', [{ code: 'not_found', message: `There is no such ${noun}.` }]);

/** What the user may do in a workspace; undefined also where the agent was ended in it. */
export async function accessOfAgent(
  { context, userId, agentId }: AgentRequest,
  workspaceId: WorkspaceId,
): Promise<WorkspaceAccess | undefined> {
  const [access, isEnded] = await Promise.all([
    accessTo(context.table, userId, workspaceId),
    isEndedIn(context.table, agentId, workspaceId),
  ]);
  return access && !isEnded && mayAct(access.role, 'read') ? access : undefined;
}

/** The workspace that a call names, or the user's only one; one of others reads as unknown. */
export async function namedWorkspace(agentRequest: AgentRequest, named: string | undefined): Promise<Workspace> {
  const { context, userId } = agentRequest;
  const resolved = await resolveWorkspace(context.table, userId, named);
  const access = resolved && (await accessOfAgent(agentRequest, resolved.workspace.state.id));
  if (!access) throw unknown('workspace');
  return access.workspace.state;
}

/** More than a person works in. */
const MOST_WORKSPACES = 10;

/** The workspaces of the user, the newest ten. */
export async function workspacesOfUser(agentRequest: AgentRequest): Promise<readonly WorkspaceId[]> {
  const { context, userId } = agentRequest;
  const { items } = await rolesOf(context.table, userId, { limit: MOST_WORKSPACES, after: undefined });
  const found = await Promise.all(items.map(({ workspaceId }) => accessOfAgent(agentRequest, workspaceId)));
  return found.flatMap((access) => (access ? [access.workspace.state.id] : []));
}

/** A meeting in a workspace of the user; one of others reads as unknown. */
export async function namedMeeting(agentRequest: AgentRequest, named: string): Promise<Meeting> {
  const { context } = agentRequest;
  const id = idOf('mtg', named);
  const meeting = id && (await meetings.find(context.table, id));
  const access = meeting && (await accessOfAgent(agentRequest, meeting.state.workspaceId));
  if (!meeting || !access) throw unknown('meeting');
  return meeting.state;
}

/** A conversation outside the trash, in a workspace of the user; one of others reads as unknown. */
export async function namedConversation(agentRequest: AgentRequest, named: string): Promise<ConversationWithMeeting> {
  const { context } = agentRequest;
  const id = idOf('con', named);
  const conversation = id && (await conversations.find(context.table, id));
  const access = conversation && (await accessOfAgent(agentRequest, conversation.state.workspaceId));
  const found = access ? await withMeeting(context.table, conversation.state) : undefined;
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
