import type { WorkspaceId } from '#shared/core/ids';
import type { ErasureContext } from '#shared/erasures/ports';
import type { IsErased, Named } from '#shared/erasures/rules/erasure';
import { erasedIn, putErasedName } from '#shared/erasures/store';

/** Everyone who was erased in a workspace, for a job that walks through all that it has. */
export interface Erased {
  readonly isErased: IsErased;
  /** Whether an erased person had this name. */
  isErasedName(name: string): boolean;
  /** Keeps the names that those among these people have who were erased, before they are taken off. */
  keepNames(people: readonly Named[]): Promise<void>;
}

/** Read once for a step: two hashes for each person that is compared. */
export async function erasedNow({ table, personHashes }: ErasureContext, workspace: WorkspaceId): Promise<Erased> {
  const [hasher, { addresses, names: stored }] = await Promise.all([
    personHashes(workspace),
    erasedIn(table, workspace),
  ]);
  const names = new Set(stored);
  const isErasedName = (name: string) => names.has(hasher.name(name));
  const isErased: IsErased = ({ name, email }) =>
    email === null ? name !== null && isErasedName(name) : addresses.has(hasher.address(email));
  return {
    isErased,
    isErasedName,
    async keepNames(people) {
      for (const { name } of people.filter(isErased)) {
        if (name === null || isErasedName(name)) continue;
        const hash = hasher.name(name);
        await table.write(putErasedName(workspace, hash));
        names.add(hash);
      }
    },
  };
}
