import * as v from 'valibot';
import { id, instant } from '#shared/foundation/dynamodb/row-parts';
import type { TranslationCursor } from '#shared/texts/orders/commands/translate-operation';

/** The cursor in the row of a job. */
export const StoredCursor: v.GenericSchema<unknown, TranslationCursor> = v.object({
  source: v.union([
    v.object({ workspaceId: id('wks'), conversationId: id('con'), revision: v.string() }),
    v.object({ workspaceId: id('wks'), botId: id('bot'), correction: v.exactOptional(v.string()) }),
  ]),
  durationSeconds: v.nullable(v.number()),
  slicesDone: v.number(),
  unavailableSince: v.nullable(instant),
});
