import * as v from 'valibot';
import type { WorkspaceId } from '#shared/foundation/core/ids';
import { conflict } from '#shared/foundation/core/refusal';
import type { Expression, Table, Write } from '#shared/foundation/core/table';
import { unfinishedOrdersKey } from '#shared/foundation/dynamodb/keys';

/** Orders that a workspace has a limited number of at a time: docs/limits-and-rules.md#sizes. */
const KINDS = ['drafts', 'downloads'] as const;
type Kind = (typeof KINDS)[number];

/** Files of drafts are stored at once. Files at URLs of others are looked at until a place is free for their download. */
const MOST: Readonly<Record<Kind, number>> = { drafts: 20, downloads: 100 };

const REFUSED: Readonly<Record<Kind, string>> = {
  drafts: `The workspace has ${MOST.drafts} drafts with a file: confirm or cancel one of them first.`,
  downloads: `The files of ${MOST.downloads} orders of the workspace are being downloaded, or wait for it: wait for one of them, or cancel an order.`,
};

/** How many more, or fewer, of each a change makes. */
export type UnfinishedChange = Readonly<Record<Kind, number>>;

const count = v.optional(v.number(), 0);
const Row = v.object({ drafts: count, downloads: count });

/** How many of each there are now. Read before a key is verified, a second read of the same request is none. */
export const unfinishedOrders = async (table: Table, workspaceId: WorkspaceId): Promise<UnfinishedChange> =>
  v.parse(Row, (await table.get(unfinishedOrdersKey(workspaceId))) ?? {});

/** Counts orders that begin or have ended in the transaction of theirs; 409 where the workspace has the most. */
export async function countUnfinished(
  table: Table,
  workspaceId: WorkspaceId,
  change: UnfinishedChange,
): Promise<readonly Write[]> {
  if (KINDS.every((kind) => change[kind] === 0)) return [];
  const counted = await unfinishedOrders(table, workspaceId);
  // Of what began before it was counted, nothing is taken away.
  const changed = KINDS.filter((kind) => change[kind] !== 0 && counted[kind] + change[kind] >= 0);
  const refused = changed.find((kind) => change[kind] > 0 && counted[kind] + change[kind] > MOST[kind]);
  if (refused) throw conflict(REFUSED[refused]);
  if (changed.length === 0) return [];
  const values = Object.fromEntries(changed.map((kind) => [`:${kind}`, change[kind]]));
  const set = { text: `ADD ${changed.map((kind) => `${kind} :${kind}`).join(', ')}`, values };
  return [{ update: unfinishedOrdersKey(workspaceId), set, when: stillSo(changed, change) }];
}

/** Unless others were counted in between, beyond the most or below none. */
const stillSo = (kinds: readonly Kind[], change: UnfinishedChange): Expression => ({
  text: kinds
    .map((kind) =>
      change[kind] > 0 ? `(attribute_not_exists(${kind}) OR ${kind} <= :${kind}Bound)` : `${kind} >= :${kind}Bound`,
    )
    .join(' AND '),
  values: Object.fromEntries(
    kinds.map((kind) => [`:${kind}Bound`, change[kind] > 0 ? MOST[kind] - change[kind] : -change[kind]]),
  ),
});
