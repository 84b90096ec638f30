import { command } from '#shared/foundation/commands/command';
import type { PersonId, WorkspaceId } from '#shared/foundation/core/ids';
import { mapConcurrently } from '#shared/foundation/core/map-concurrently';
import { personRemoved } from '#shared/lifecycle/erasures/commands/erase-person';
import type { ErasureContext } from '#shared/meetings/erasures/ports';
import type { PersonErasure } from '#shared/meetings/erasures/rules/erasure';
import { putErasedName } from '#shared/meetings/erasures/store';
import { removeSomeAttendances } from '#shared/meetings/people/attendances-store';
import { people } from '#shared/meetings/people/store';

/**
 * Deletes a page of what was recorded of an erased person, and erases the names that they had there. Answers whether there
 * may be more. Before all else: names without an address are looked for in meetings and files.
 */
export const eraseAttendances =
  (context: ErasureContext) =>
  async ({ workspaceId, personId }: PersonErasure): Promise<string | undefined> => {
    if (personId === null) return undefined;
    const isSome = await removeSomeAttendances(context.table, personId, eraseNames(context, workspaceId));
    return isSome ? 'more' : undefined;
  };

const NAMES_AT_ONCE = 25;

/** A person has the same few names on all of their meetings. */
const eraseNames = (context: ErasureContext, workspaceId: WorkspaceId) => async (names: readonly string[]) => {
  const hasher = await context.personHashes(workspaceId);
  const hashes = [...new Set(names.map((name) => hasher.name(name)))];
  await mapConcurrently(hashes, NAMES_AT_ONCE, (hash) => context.table.write(putErasedName(workspaceId, hash)));
};

const PAGE = 100;

/**
 * Removes the person with the address from a page of the people of the workspace: a worker that had read the workspace
 * before may have made them anew. Answers the position of the next page; undefined after the last.
 */
export const eraseRecreatedPerson =
  (context: ErasureContext) =>
  async ({ workspaceId, addressHash }: PersonErasure, after: string | undefined): Promise<string | undefined> => {
    const hasher = await context.personHashes(workspaceId);
    const { items, next } = await people.list(context.table, workspaceId, { limit: PAGE, after });
    for (const { id, email } of items)
      if (hasher.address(email) === addressHash) {
        await removePerson(context)(id);
        while (await removeSomeAttendances(context.table, id, eraseNames(context, workspaceId)));
      }
    return next;
  };

const removePerson = command(async ({ table, clock, changes }: ErasureContext, id: PersonId): Promise<void> => {
  const before = await people.find(table, id);
  if (!before) return;
  const at = clock.now();
  await changes.save({ at, writes: [personRemoved(before, at)] });
});
