import type { Identified, IdOf, PrefixOf } from '#shared/core/ids';
import type { Loaded } from '#shared/core/store';
import type { Table, Write } from '#shared/core/table';

/** What commands and endpoints need of an entity; `entity()` in shared/dynamodb makes one. */
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
