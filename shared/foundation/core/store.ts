import type { Identified, IdOf, PrefixOf } from '#shared/foundation/core/ids';
import type { Table, Write } from '#shared/foundation/core/table';

/** A state as it was read, with the revision that guards its next save. */
export interface Loaded<State> {
  readonly revision: number;
  readonly state: State;
}

/** One state to save: new when there is no state before, refused when another write was saved in between. */
export interface Saved<State> {
  readonly before: Loaded<State> | undefined;
  readonly after: State;
}

/** Another write was saved first: load, decide and save again. */
export class LostRace extends Error {
  override readonly name = 'LostRace';
}

/** Another worker has the lease, or what it was for has ended: this worker stops and writes nothing more. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}

/** The store answers no more for now: wait, then try again. */
export class Throttled extends Error {
  override readonly name: string = 'Throttled';
}

/** The store failed by itself, whatever was asked of it: handled as throttling, which alone can be the caller's doing. */
export class StoreFailed extends Throttled {
  override readonly name = 'StoreFailed';
}

/** Every field keeps its limit, and together they are more than the store holds in one piece. */
export class TooLarge extends Error {}

/** What commands and endpoints need of an entity; `entity()` in shared/foundation/dynamodb makes one. */
export interface Entity<State extends Identified> {
  /** Of its ids: `tpl`. */
  readonly prefix: PrefixOf<State>;
  /** As refusals name it: `summary template`. */
  readonly noun: string;
  /** By id, strongly consistent. */
  find(table: Table, id: IdOf<State>): Promise<Loaded<State> | undefined>;
  /** The row and the rows that depend on it; refused with `LostRace` where it was saved since it was read. */
  put(before: Loaded<State> | undefined, after: State): readonly Write[];
  /** The same for a deletion. */
  remove(before: Loaded<State>): readonly Write[];
}
