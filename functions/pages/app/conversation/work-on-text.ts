import { html } from 'hono/html';
import type { Content } from '#shared/api/page-kit/components';
import { stateOf, UNFINISHED_STATES } from '#shared/texts/conversations/rules/conversation';
import { CONVERSATION_STATE_NAMES } from './conversation-labels.ts';
import type { LoadedConversation } from './load-conversation.ts';

/** The state of the text in words, and whether the service works on it. */
export function workOn({ found, order }: LoadedConversation) {
  const state = stateOf(found.conversation);
  const isUnfinished = UNFINISHED_STATES.some((one) => one === state);
  return { state: CONVERSATION_STATE_NAMES[state], isChanging: isUnfinished && order?.state === 'submitted' };
}

/** In place of a text. */
export function noTextYet({ order }: LoadedConversation): Content {
  if (order?.state === 'submitted') return 'There is no text yet. This page shows it when it is ready.';
  if (order?.state === 'incomplete')
    return html`There is no text yet: <a href="/app/orders/${order.id}">its order</a> is a draft.`;
  return 'There is no text yet.';
}
