import { mailCountKeys } from '#shared/accounts/mail/mail-counts-store';
import { usageKeys } from '#shared/accounts/usage/store';
import type { WorkspaceId } from '#shared/foundation/core/ids';
import { mapConcurrently } from '#shared/foundation/core/map-concurrently';
import type { Item, Key, Table } from '#shared/foundation/core/table';
import { type Dependents, listPartition } from '#shared/foundation/dynamodb/entity';
import {
  feedsCountKey,
  folderTreeKey,
  ingestionPlacesKey,
  MEETINGS_SETTINGS,
  membersCountKey,
  operationPlacesKey,
  peopleCountKey,
  peopleOfWorkspaceKey,
  REMOVED_MEMBERS,
  resourceKey,
  retentionKey,
  searchKey,
  unfinishedOrdersKey,
  workspaceNumberKey,
} from '#shared/foundation/dynamodb/keys';
import { pageOfKeys } from '#shared/foundation/dynamodb/paging';
import { jsonOfState, partition } from '#shared/foundation/dynamodb/rows';
import type { WorkspaceRows } from '#shared/lifecycle/workspaces/ports/workspace-rows';
import { erasureRows } from '#shared/meetings/erasures/store';
import { formerEndpoints } from '#shared/webhooks/stats/former-endpoints-store';
import { statsPartitions } from '#shared/webhooks/stats/stats-store';

/** Entries of one call; a busy meeting has a few hundred dependent rows. */
const ENTRIES = 25;
const AT_ONCE = 10;

/** What the purge knows of an entity. */
export interface List {
  readonly list?: string;
  readonly dependents?: Dependents;
  readonly workspaceRow?: (workspace: WorkspaceId) => Key;
}

/** Lists beside those of the entities: the settings of meetings, and members who were removed. */
const FURTHER: readonly List[] = [{ list: MEETINGS_SETTINGS }, { list: REMOVED_MEMBERS }];

const nothing: Dependents = async () => [];

/** Deletes what a workspace has: the lists of these entities, in their order, each with the rows that depend on it. */
export const workspaceRows = (table: Table, entities: readonly { readonly options: List }[]): WorkspaceRows => {
  const lists = [...entities.map(({ options }) => options).filter(({ list }) => list !== undefined), ...FURTHER];
  return {
    lists: lists.length,

    async clearSome(workspace, index) {
      const { list, dependents = nothing } = lists[index] ?? {};
      if (list === undefined) return false;
      const question = { index: 'list', partition: listPartition(workspace, list) } as const;
      const { items } = await pageOfKeys(table, question, { limit: ENTRIES, after: undefined });
      await mapConcurrently(items, AT_ONCE, (entry) => clear(table, workspace, entry, dependents));
      return items.length > 0;
    },

    async clearRest({ id: workspace, number }) {
      await remove(table, [
        workspaceNumberKey(number),
        membersCountKey(workspace),
        feedsCountKey(workspace),
        folderTreeKey(workspace),
        operationPlacesKey(workspace),
        unfinishedOrdersKey(workspace),
        ingestionPlacesKey(workspace),
        retentionKey(workspace),
        searchKey(workspace),
        ...entities.flatMap(({ options }) => options.workspaceRow?.(workspace) ?? []),
        peopleOfWorkspaceKey(workspace),
        peopleCountKey(workspace),
      ]);
      await remove(table, await erasureRows(table, workspace));
      const former = await formerEndpoints(table, workspace);
      for (const group of [workspace, ...former.map(({ id }) => id)])
        for (const pk of statsPartitions(group)) await remove(table, await partition(table, pk));
      await remove(table, await usageKeys(table, workspace));
      await remove(table, await mailCountKeys(table, workspace));
      await remove(table, [resourceKey(workspace)]);
    },
  };
};

/** Rows under one id that are deleted in one step: a person has one for each of their meetings. */
const ROWS_OF_ONE = 1_000;

/** Deletes the listed row last, so that a second run finds the rest of its rows. */
async function clear(table: Table, workspace: WorkspaceId, entry: Item, dependents: Dependents): Promise<void> {
  const own = { pk: entry.pk, sk: entry.sk };
  if (own.sk === resourceKey(own.pk).sk) {
    const where = { text: 'pk = :pk', values: { ':pk': own.pk } };
    const { items: rows, last } = await table.query({ where, limit: ROWS_OF_ONE });
    const others = rows.filter(({ sk }) => sk !== own.sk);
    // The own row is the first of its partition.
    if (last) return remove(table, others);
    const state = jsonOfState(rows.find(({ sk }) => sk === own.sk)?.state);
    for (const keys of await dependents(table, workspace, state)) await remove(table, keys);
    await remove(table, others);
  }
  await remove(table, [own]);
}

async function remove(table: Table, keys: readonly Key[]): Promise<void> {
  await mapConcurrently(keys, AT_ONCE, ({ pk, sk }) => table.write({ remove: { pk, sk } }));
}
