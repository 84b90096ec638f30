import type { MemberId } from '#shared/foundation/core/ids';
import type { ErasureContext } from '#shared/meetings/erasures/ports';
import type { IsErased, Named, PersonErasure } from '#shared/meetings/erasures/rules/erasure';
import { erasedNamesIn, putErasedName } from '#shared/meetings/erasures/store';

/** Tells which people one erasure job erases. Other erasures have their own jobs. */
export interface ErasureMatcher {
  readonly isErased: IsErased;
  /** The same for the accounts of calendars of a removed member: all of those of the one who is erased. */
  isAccountOf(member: MemberId): IsErased;
  /** Saves the hashes of the names of the erased people among these, before the names are removed. */
  keepNames(people: readonly Named[]): Promise<void>;
}

/** Read once for a step: two hashes for each person that is compared. */
export async function erasureMatcher(
  { table, personHashes }: ErasureContext,
  { workspaceId, addressHash, memberId: erasedMember }: PersonErasure,
): Promise<ErasureMatcher> {
  const [hasher, stored] = await Promise.all([personHashes(workspaceId), erasedNamesIn(table, workspaceId)]);
  const names = new Set(stored);
  const isErasedName = (name: string) => names.has(hasher.name(name));
  const isErased: IsErased = ({ name, email }) =>
    email === null ? name !== null && isErasedName(name) : hasher.address(email) === addressHash;
  return {
    isErased,
    isAccountOf: (member) => (member === erasedMember ? () => true : isErased),
    async keepNames(people) {
      for (const { name } of people.filter(isErased)) {
        if (name === null || isErasedName(name)) continue;
        const hash = hasher.name(name);
        await table.write(putErasedName(workspaceId, hash));
        names.add(hash);
      }
    },
  };
}
