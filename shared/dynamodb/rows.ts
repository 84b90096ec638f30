import * as v from 'valibot';
import type { Loaded } from '#shared/core/store';
import type { Item } from '#shared/core/table';

type StateSchema<State> = v.GenericSchema<unknown, State>;

/** The state of a row; throws on a row that no version of this code wrote. */
export function stateOf<State>(schema: StateSchema<State>, item: Item): State {
  return v.parse(schema, JSON.parse(item.state ?? 'null'));
}

/** The row as a state with the revision that guards it; undefined where there is none. */
export function loaded<State>(schema: StateSchema<State>, item: Item | undefined): Loaded<State> | undefined {
  return item && { revision: item.revision ?? 0, state: stateOf(schema, item) };
}
