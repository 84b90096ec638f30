import { putRemovedMember, removedMember } from '#shared/accounts/members/removed-members-store';
import { members } from '#shared/accounts/members/store';
import { calendarConnections } from '#shared/calendars/connections/store';
import type { CommandContext } from '#shared/foundation/commands/context';
import type { MemberId, WorkspaceId } from '#shared/foundation/core/ids';
import type { Table } from '#shared/foundation/core/table';

const PAGE = 100;

/**
 * Records members of a workspace who were removed before that was recorded, as far as they had connected calendars: from
 * then on they can be erased, by which the accounts lose their addresses. Their own names and addresses are not known any
 * more. Repeated, it changes nothing; answers how many it recorded.
 */
export const recordFormerMembers =
  ({ table, clock }: Pick<CommandContext, 'table' | 'clock'>) =>
  async (workspaceId: WorkspaceId): Promise<number> => {
    const former = new Set<MemberId>();
    let after: string | undefined;
    do {
      const { items, next } = await calendarConnections.list(table, workspaceId, { limit: PAGE, after });
      for (const { memberId } of items) if (await isUnrecorded(table, memberId)) former.add(memberId);
      after = next;
    } while (after !== undefined);
    const removedAt = clock.now();
    const unknown = { addressHash: null, personId: null, nameHash: null, erasedAt: null };
    let recorded = 0;
    // One who is removed meanwhile has a record of their own by then.
    for (const id of former)
      if (await table.write(putRemovedMember(undefined, { id, workspaceId, removedAt, ...unknown }))) recorded += 1;
    return recorded;
  };

async function isUnrecorded(table: Table, id: MemberId): Promise<boolean> {
  const [member, record] = await Promise.all([members.find(table, id), removedMember(table, id)]);
  return member === undefined && record === undefined;
}
