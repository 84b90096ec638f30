import type { WorkspaceAccess } from '#shared/accounts/workspaces/access';
import type { PageContext } from '#shared/api/page-kit/page-kit';
import { idOf } from '#shared/foundation/core/ids';
import { notFound } from '#shared/foundation/core/refusal';
import { mayAct } from '#shared/foundation/core/roles';
import { type ConversationWithMeeting, orderIdOf } from '#shared/texts/conversations/rules/conversation';
import { conversations, withMeeting } from '#shared/texts/conversations/store';
import type { FolderWithPath } from '#shared/texts/folders/rules/folder';
import { allFolders } from '#shared/texts/folders/store';
import type { Order } from '#shared/texts/orders/rules/order';
import { orders } from '#shared/texts/orders/store';
import type { AppDependencies } from '../dependencies.ts';
import { resolveResource } from '../workspace-access.ts';

export interface LoadedConversation {
  readonly access: WorkspaceAccess;
  readonly found: ConversationWithMeeting;
  /** That the text is made by; undefined for a meeting. */
  readonly order: Order | undefined;
  /** All of the workspace. */
  readonly folders: readonly FolderWithPath[];
}

/** The conversation of the path with its meeting. 404 where the user has no access to its workspace. */
export async function loadConversation(app: AppDependencies, c: PageContext): Promise<LoadedConversation> {
  const id = idOf('con', c.req.param('conversation'));
  const reading = Promise.resolve(id && conversations.find(app.table, id));
  const { resource, access } = await resolveResource(app, c, conversations.noun, reading);
  const orderId = orderIdOf(resource.state);
  const [found, order, folders] = await Promise.all([
    withMeeting(app.table, resource.state),
    orderId === null ? undefined : orders.find(app.table, orderId),
    allFolders(app.table, resource.state.workspaceId),
  ]);
  if (!found) throw notFound(conversations.noun);
  return { access, found, order: order?.state, folders };
}

/** Path of the page of a conversation. */
export const pageOf = ({ conversation }: ConversationWithMeeting): string => `/app/conversations/${conversation.id}`;

/** Whether the user may change the name, folder and tags. */
export const mayChange = ({ access }: LoadedConversation): boolean => mayAct(access.role, 'participate');

/** Admins and owners correct texts that people work on as well. */
export const isEditor = ({ access }: LoadedConversation): boolean => mayAct(access.role, 'administer');

/** Whether the user may correct the text. */
export const mayCorrect = (loaded: LoadedConversation): boolean => {
  const { conversation } = loaded.found;
  const isLocked = 'state' in conversation && conversation.state === 'locked';
  return isLocked ? isEditor(loaded) : mayChange(loaded);
};
