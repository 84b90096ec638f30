import * as v from 'valibot';
import type { WorkspaceId } from '#shared/core/ids';
import { conflict } from '#shared/core/refusal';
import type { Table, Write } from '#shared/core/table';
import { draftsKey } from '#shared/dynamodb/keys';

/** Drafts with a file that a workspace has at a time, since their files are stored at once: docs/limits-and-rules.md#sizes. */
const MOST_DRAFTS = 20;

const Row = v.object({ drafts: v.optional(v.number(), 0) });

/** Counts a draft, or one that has ended, in the transaction of its order; 409 where the workspace has the most. */
export async function countDrafts(table: Table, workspaceId: WorkspaceId, change: number): Promise<readonly Write[]> {
  if (change === 0) return [];
  const { drafts } = v.parse(Row, (await table.get(draftsKey(workspaceId))) ?? {});
  if (change > 0 && drafts + change > MOST_DRAFTS)
    throw conflict(`The workspace has ${MOST_DRAFTS} drafts with a file: confirm or cancel one of them first.`);
  // A draft of before they were counted.
  if (drafts + change < 0) return [];
  return [
    {
      update: draftsKey(workspaceId),
      set: { text: 'ADD drafts :change', values: { ':change': change } },
      when:
        change > 0
          ? { text: 'attribute_not_exists(drafts) OR drafts <= :room', values: { ':room': MOST_DRAFTS - change } }
          : { text: 'drafts >= :ended', values: { ':ended': -change } },
    },
  ];
}
