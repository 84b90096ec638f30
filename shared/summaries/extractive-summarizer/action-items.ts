import type { ActionItem } from '#shared/results/rules/results';
import { isPromise, isRequest } from './cues.ts';
import type { Sentence } from './sentences.ts';

/** The most action items of a summary. */
const MAX_ITEMS = 50;

/** An item is assigned to a speaker who says `I will`. The assignee of a request is not guessed. */
export const actionItemsIn = (sentences: readonly Sentence[]): ActionItem[] =>
  sentences.flatMap(actionItemIn).slice(0, MAX_ITEMS);

function actionItemIn({ text, speakerName, start }: Sentence): ActionItem[] {
  if (isPromise(text)) return [{ text, assigneeName: speakerName, start }];
  return isRequest(text) ? [{ text, assigneeName: null, start }] : [];
}
