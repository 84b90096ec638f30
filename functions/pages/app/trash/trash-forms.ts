import { html } from 'hono/html';
import type { Content, Markup } from '#shared/api/page-kit/components';
import { form } from '#shared/api/page-kit/forms';
import type { PageContext } from '#shared/api/page-kit/page-kit';
import { type Conversation, isOfMeeting } from '#shared/texts/conversations/rules/conversation';

/** The field with the address of the list that a conversation was moved from. */
export const BACK_FIELD = 'back';

const moveForm = (c: PageContext, { id }: Conversation, more: Partial<Parameters<typeof form>[1]> = {}): Markup =>
  form(c, { action: `/app/conversations/${id}/trash`, submit: 'Move to trash', ...more });

/** In a row of a list; `back` is the address of the list. */
export const trashButton = (c: PageContext, conversation: Conversation, back: string): Content =>
  isOfMeeting(conversation)
    ? 'Is deleted with its meeting'
    : moveForm(c, conversation, { hidden: { [BACK_FIELD]: back }, about: conversation.name });

/** On the page of a conversation. */
export const trashView = (c: PageContext, conversation: Conversation): Markup =>
  html`<section aria-labelledby="delete"><h2 id="delete">Delete</h2>${
    isOfMeeting(conversation)
      ? html`<p>The conversation of a meeting is deleted with its meeting.</p>`
      : html`<p>A conversation in the trash can be restored for 30 days.</p>${moveForm(c, conversation)}`
  }</section>`;
