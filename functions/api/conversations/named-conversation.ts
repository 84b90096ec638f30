import { byFound } from '#shared/api/http/early';
import type { AppContext } from '#shared/api/http/ports';
import type { ConversationId } from '#shared/foundation/core/ids';
import { notFound } from '#shared/foundation/core/refusal';
import type { FileStorage } from '#shared/foundation/files/ports';
import type { Conversation, ConversationWithMeeting } from '#shared/texts/conversations/rules/conversation';
import { conversations as stored, withMeeting } from '#shared/texts/conversations/store';

export interface WithFiles extends AppContext {
  readonly files: FileStorage;
}

export interface Named {
  readonly params: { readonly id: ConversationId };
  readonly context: AppContext;
}

export const find = ({ context, params }: Named) => stored.find(context.table, params.id);

/** A conversation is gone with its meeting. */
export async function inMeeting({ table }: AppContext, conversation: Conversation): Promise<ConversationWithMeeting> {
  const found = await withMeeting(table, conversation);
  if (!found) throw notFound(stored.noun);
  return found;
}

/** What `inMeeting`, and the commands that change a text, load. */
export const loadMeeting = byFound(find, withMeeting);
