import * as v from 'valibot';
import type { MemberId, PersonId, WorkspaceId } from '#shared/foundation/core/ids';
import type { Loaded } from '#shared/foundation/core/store';
import type { Table, Write } from '#shared/foundation/core/table';
import type { Instant } from '#shared/foundation/core/time';
import { listOf, removedMemberKey } from '#shared/foundation/dynamodb/keys';
import { id, instant } from '#shared/foundation/dynamodb/row-parts';
import { loaded, unlessSavedSince } from '#shared/foundation/dynamodb/rows';

/** What is kept of a member who was removed, so that they can be erased: no name and no address, only keyed hashes. */
export interface RemovedMemberRecord {
  readonly id: MemberId;
  readonly workspaceId: WorkspaceId;
  /** Of the address; null for a member without one. */
  readonly addressHash: string | null;
  /** The person with the address, as of the removal; null where there was none. */
  readonly personId: PersonId | null;
  readonly nameHash: string | null;
  readonly removedAt: Instant;
  /** When the erasure began; null before. */
  readonly erasedAt: Instant | null;
}

const Row: v.GenericSchema<unknown, RemovedMemberRecord> = v.object({
  id: id('mem'),
  workspaceId: id('wks'),
  addressHash: v.nullable(v.string()),
  personId: v.nullable(id('per')),
  nameHash: v.nullable(v.string()),
  removedAt: instant,
  erasedAt: v.nullable(instant),
});

/** Undefined for a member who is there, and for one who was removed before records were kept. */
export const removedMember = async (table: Table, member: MemberId): Promise<Loaded<RemovedMemberRecord> | undefined> =>
  loaded(Row, await table.get(removedMemberKey(member)));

/** In a list of its own, by which the purge of the workspace finds it. */
export const putRemovedMember = (
  before: Loaded<RemovedMemberRecord> | undefined,
  after: RemovedMemberRecord,
): Write => ({
  put: {
    ...removedMemberKey(after.id),
    type: 'removed_member',
    revision: (before?.revision ?? 0) + 1,
    state: JSON.stringify(after),
    list_pk: listOf.removedMembers(after.workspaceId),
    list_sk: after.id,
  },
  when: unlessSavedSince(before?.revision ?? 0),
});
