import * as v from 'valibot';
import type { Loaded } from '#shared/foundation/core/store';
import type { Expression, Item, Table } from '#shared/foundation/core/table';
import { deflated, inflated } from '#shared/foundation/dynamodb/deflated-text';
import { addWork } from '#shared/foundation/dynamodb/request-work';

type StateSchema<State> = v.GenericSchema<unknown, State>;

/**
 * Characters of JSON from which a state is stored deflated. A row is charged by started kilobytes, keys and index
 * entries take about 250 bytes, so deflating a shorter state saves nothing.
 */
const DEFLATED_FROM_CHARACTERS = 700;

/** A state as it is stored: JSON text, deflated where that makes the row cheaper to write and to read. */
export function storedState(state: unknown): string | Uint8Array {
  const text = JSON.stringify(state);
  return text.length < DEFLATED_FROM_CHARACTERS ? text : deflated(text);
}

/** The JSON of a stored state, parsed but not checked; null for a row without a state. */
export const jsonOfState = (stored: string | Uint8Array | undefined): unknown => JSON.parse(textOfState(stored));

function textOfState(stored: string | Uint8Array | undefined): string {
  const text = typeof stored === 'object' ? inflated(stored) : (stored ?? 'null');
  // A row of few bytes may hold a long text.
  addWork(Buffer.byteLength(text));
  return text;
}

/** A request's table answers the same row for a prefetch and for the read that follows it: it is parsed once. */
const parsed = new WeakMap<Item, { readonly schema: unknown; readonly state: unknown; readonly bytes: number }>();

/** The state of a row; throws on a row that no version of this code wrote. */
export function stateOf<State>(schema: StateSchema<State>, item: Item): State {
  const known = parsed.get(item);
  // The schema that parsed it is the one that gives the state its type.
  if (known?.schema === schema) return known.state as State;
  const text = textOfState(item.state);
  const state = v.parse(schema, JSON.parse(text));
  parsed.set(item, { schema, state, bytes: Buffer.byteLength(text) });
  return state;
}

/** The bytes of the JSON of a row whose state was parsed. */
export const jsonBytesOf = (item: Item): number => parsed.get(item)?.bytes ?? 0;

/** The row as a state with the revision that guards it; undefined where there is none. */
export function loaded<State>(schema: StateSchema<State>, item: Item | undefined): Loaded<State> | undefined {
  return item && { revision: item.revision ?? 0, state: stateOf(schema, item) };
}

/** Holds while the revision is still the one that was read; 0 stands for a state that was never saved. */
export const unlessSavedSince = (revisionRead: number): Expression =>
  revisionRead === 0
    ? { text: 'attribute_not_exists(pk)' }
    : { text: 'revision = :revisionRead', values: { ':revisionRead': revisionRead } };

export const unlessThere: Expression = { text: 'attribute_not_exists(pk)' };

/** Every row of a partition, or those whose sort key begins with a prefix: a resource with all that is under its id. */
export const partition = (table: Table, pk: string, prefix?: string): Promise<readonly Item[]> =>
  allRows(
    table,
    prefix === undefined
      ? { text: 'pk = :pk', values: { ':pk': pk } }
      : { text: 'pk = :pk AND begins_with(sk, :prefix)', values: { ':pk': pk, ':prefix': prefix } },
  );

/** Every row that a key condition selects, strongly consistent, page by page: for rows whose number is bounded. */
export async function allRows(table: Table, where: Expression): Promise<readonly Item[]> {
  const rows: Item[] = [];
  let after: Readonly<Record<string, unknown>> | undefined;
  do {
    const { items, last } = await table.query({ where, after });
    rows.push(...items);
    after = last;
  } while (after);
  return rows;
}
