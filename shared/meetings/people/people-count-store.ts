import type { WorkspaceId } from '#shared/foundation/core/ids';
import type { Table, Write } from '#shared/foundation/core/table';
import { peopleCountKey } from '#shared/foundation/dynamodb/keys';

/** docs/limits-and-rules.md#sizes. */
export const MOST_PEOPLE = 1_000_000;

/**
 * Counts people of a workspace before they are made; false, and none is counted, where there is no room for all of them. In a
 * write of its own: a row that the transactions of all meetings shared would let most of them fail.
 */
export const takePlaces = (table: Table, workspace: WorkspaceId, count: number, most: number): Promise<boolean> =>
  table.write({
    update: peopleCountKey(workspace),
    set: plus(count),
    when: {
      text: count > most ? 'people <= :room' : 'attribute_not_exists(people) OR people <= :room',
      values: { ':room': most - count },
    },
  });

/** People who are not there any more, or were not made after all. Those of before people were counted make it negative. */
export const freePlaces = (workspace: WorkspaceId, count: number): Write => ({
  update: peopleCountKey(workspace),
  set: plus(-count),
});

const plus = (count: number) => ({ text: 'ADD people :count', values: { ':count': count } });
