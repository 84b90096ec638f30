import type { ActionItem } from '#shared/results/rules/results';
import { isPromise, isRequest } from './cues.ts';
import type { Sentence } from './sentences.ts';

/** A longer list is a transcript of its own. */
const MOST = 50;

/** Whose item it is follows only from their own `I will`; who is meant by a request is never guessed. */
export const actionItemsIn = (sentences: readonly Sentence[]): ActionItem[] =>
  sentences.flatMap(actionItemIn).slice(0, MOST);

function actionItemIn({ text, speakerName, start }: Sentence): ActionItem[] {
  if (isPromise(text)) return [{ text, assigneeName: speakerName, start }];
  return isRequest(text) ? [{ text, assigneeName: null, start }] : [];
}
