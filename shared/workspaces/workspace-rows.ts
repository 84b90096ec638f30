import type { WorkspaceId } from '#shared/core/ids';
import type { Item } from '#shared/dynamodb/item';
import { type Key, listOf, membersCountKey, resourceKey, workspaceNumberKey } from '#shared/dynamodb/keys';
import { pageOfKeys } from '#shared/dynamodb/paging';
import type { Table } from '#shared/dynamodb/table';
import type { WorkspaceRows } from '#shared/workspaces/ports/workspace-rows';
import {
  type Behind,
  behindBot,
  behindConnection,
  behindDelivery,
  behindMeeting,
  behindMember,
  behindSettings,
  partition,
} from '#shared/workspaces/rows-behind';

/** Entries of one call; behind a busy meeting stand a few hundred rows. */
const ENTRIES = 25;
const AT_ONCE = 10;

const nothing: Behind = async () => [];

/** Every list of a workspace, with the rows that nothing but the listed one leads to. */
const LISTS: readonly { readonly of: (workspace: WorkspaceId) => string; readonly behind: Behind }[] = [
  { of: listOf.events, behind: behindDelivery },
  { of: listOf.bots, behind: behindBot },
  { of: listOf.meetings, behind: behindMeeting },
  { of: listOf.connections, behind: behindConnection },
  { of: listOf.members, behind: behindMember },
  { of: listOf.assignments, behind: nothing },
  { of: listOf.settings, behind: behindSettings },
  { of: listOf.templates, behind: nothing },
  { of: listOf.brandKits, behind: nothing },
  { of: listOf.files, behind: nothing },
  { of: listOf.endpoints, behind: nothing },
  { of: listOf.users, behind: nothing },
];

export const workspaceRows = (table: Table): WorkspaceRows => ({
  lists: LISTS.length,

  async clearSome(workspace, list) {
    const { of, behind = nothing } = LISTS[list] ?? {};
    if (!of) return false;
    const question = { index: 'list', partition: of(workspace) } as const;
    const { items } = await pageOfKeys(table, question, { limit: ENTRIES, after: undefined });
    for (let at = 0; at < items.length; at += AT_ONCE)
      await Promise.all(items.slice(at, at + AT_ONCE).map((entry) => clear(table, workspace, entry, behind)));
    return items.length > 0;
  },

  async clearRest({ id: workspace, number }) {
    await remove(table, [workspaceNumberKey(number), membersCountKey(workspace)]);
    await remove(table, [resourceKey(workspace)]);
  },
});

/** The listed row goes last: until then a second run finds what is left behind it. */
async function clear(table: Table, workspace: WorkspaceId, entry: Item, behind: Behind): Promise<void> {
  const own = { pk: entry.pk, sk: entry.sk };
  if (own.sk === resourceKey(own.pk).sk) {
    const rows = await partition(table, own.pk);
    const state = JSON.parse(rows.find(({ sk }) => sk === own.sk)?.state ?? 'null');
    for (const keys of await behind(table, workspace, state)) await remove(table, keys);
    await remove(
      table,
      rows.filter(({ sk }) => sk !== own.sk),
    );
  }
  await remove(table, [own]);
}

async function remove(table: Table, keys: readonly Key[]): Promise<void> {
  for (let at = 0; at < keys.length; at += AT_ONCE)
    await Promise.all(keys.slice(at, at + AT_ONCE).map(({ pk, sk }) => table.write({ remove: { pk, sk } })));
}
