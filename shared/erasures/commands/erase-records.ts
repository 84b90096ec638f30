import { command } from '#shared/commands/command';
import type { PersonId } from '#shared/core/ids';
import { personRemoved } from '#shared/erasures/commands/erase-person';
import type { ErasureContext } from '#shared/erasures/ports';
import type { PersonErasure } from '#shared/erasures/rules/erasure';
import { removeSomeAttendances } from '#shared/people/attendances-store';
import { people } from '#shared/people/store';

/** Deletes a page of what was recorded of an erased person. Answers whether there may be more. */
export const eraseAttendances =
  (context: ErasureContext) =>
  async ({ personId }: PersonErasure): Promise<string | undefined> =>
    personId !== null && (await removeSomeAttendances(context.table, personId)) ? 'more' : undefined;

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
        while (await removeSomeAttendances(context.table, id));
      }
    return next;
  };

const removePerson = command(async ({ table, clock, changes }: ErasureContext, id: PersonId): Promise<void> => {
  const before = await people.find(table, id);
  if (!before) return;
  const at = clock.now();
  await changes.save({ at, writes: [personRemoved(before, at)] });
});
