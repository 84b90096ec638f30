import { command } from '#shared/commands/command';
import type { PersonId } from '#shared/core/ids';
import { mapConcurrently } from '#shared/core/map-concurrently';
import { personRemoved } from '#shared/erasures/commands/erase-person';
import type { ErasureContext } from '#shared/erasures/ports';
import type { PersonErasure } from '#shared/erasures/rules/erasure';
import { removeSomeAttendances } from '#shared/people/attendances-store';
import { people, personIdsMarked } from '#shared/people/store';

const AT_ONCE = 5;

/**
 * Deletes a page of what was recorded of an erased person, and the person whom a worker made anew that had read the
 * workspace before. Answers whether there may be more.
 */
export const eraseRecords =
  (context: ErasureContext) =>
  async (erasure: PersonErasure): Promise<string | undefined> => {
    const { workspaceId, personId, mark, addressHash } = erasure;
    const hasher = await context.personHashes(workspaceId);
    const marked = await personIdsMarked(context.table, workspaceId, mark);
    const remade = await mapConcurrently(marked, AT_ONCE, (id) =>
      removeRemade(context)(id, (email) => hasher.address(email) === addressHash),
    );
    const theirs = [personId, ...remade.flatMap((id) => id ?? [])];
    const left = await mapConcurrently(theirs, AT_ONCE, (id) => removeSomeAttendances(context.table, id));
    return left.includes(true) ? 'more' : undefined;
  };

const removeRemade = command(
  async (
    { table, clock, changes }: ErasureContext,
    id: PersonId,
    isTheirs: (email: string) => boolean,
  ): Promise<PersonId | undefined> => {
    const before = await people.find(table, id);
    if (!before || !isTheirs(before.state.email)) return undefined;
    const at = clock.now();
    await changes.save({ at, writes: [personRemoved(before, at)] });
    return id;
  },
);
