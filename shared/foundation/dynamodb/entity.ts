import type * as v from 'valibot';
import type { Identified, PrefixOf, WorkspaceId } from '#shared/foundation/core/ids';
import type { Page, PageRequest } from '#shared/foundation/core/page';
import type { Entity } from '#shared/foundation/core/store';
import type { Item, Key, Table, Write } from '#shared/foundation/core/table';
import { resourceKey } from '#shared/foundation/dynamodb/keys';
import { pageOfKeys, rowsOf } from '#shared/foundation/dynamodb/paging';
import { loaded, stateOf, storedState, unlessSavedSince } from '#shared/foundation/dynamodb/rows';

/** Attributes of a row beside its keys, type, revision and state: index entries, filter values, expiry. */
export type Attributes = Omit<Partial<Item>, 'pk' | 'sk' | 'type' | 'revision' | 'state'>;

/** Rows that only an entity's row leads to, in the order in which the workspace purge deletes them. */
export type Dependents = (table: Table, workspace: WorkspaceId, state: unknown) => Promise<readonly (readonly Key[])[]>;

/** What docs/table.md says of an entity, where it is more than its prefix, its list and its dependents. */
export interface EntityNotes {
  /** Sort key of the list, unless it is the id: `starts_at#id`. */
  readonly listSort?: string;
  /** Partition and sort key in the index `order`. */
  readonly order?: string;
  /** What `due_at` is the time of. */
  readonly due?: string;
  /** Pointer, guard and counter rows that are written with it, each with the query that it answers. */
  readonly rows?: Readonly<Record<string, string>>;
}

export interface EntityOptions<State extends Identified> {
  /** As refusals name it: `summary template`. */
  readonly noun: string;
  /** The row's `type`. */
  readonly type: string;
  /** Of its ids: `tpl`. */
  readonly prefix: PrefixOf<State>;
  /** Reads the stored state; rows outlive the code that wrote them. */
  readonly schema: v.GenericSchema<unknown, State>;
  /** Its list in the workspace, `TPL` in `wks_…#TPL`; the entry's sort key is the id unless `attributes` gives another. */
  readonly list?: string;
  /** Given for entities without `list`, or whose index entries differ. */
  readonly attributes?: (state: State) => Attributes;
  /** Pointer, guard and counter rows that change in the same transaction. `before` is undefined for a new state, `after` for a deletion. */
  readonly rows?: (before: State | undefined, after: State | undefined) => readonly Write[];
  /** Stores the state as plain text at any length: for rows that most requests read and few write. */
  readonly isRarelyWritten?: boolean;
  /** What is stored of the state, where the row has other names than the code; `schema` reads it. */
  readonly stored?: (state: State) => unknown;
  /** What the workspace purge deletes with it. */
  readonly dependents?: Dependents;
  /** A row of the workspace that is kept with its entities, and goes with the workspace. */
  readonly workspaceRow?: (workspace: WorkspaceId) => Key;
  readonly notes?: EntityNotes;
}

export interface StoredEntity<State extends Identified> extends Entity<State> {
  readonly options: EntityOptions<State>;
  /** A page of the workspace's list, newest first unless its sort key says otherwise; it may lag by about a second. */
  list(
    table: Table,
    workspace: WorkspaceId,
    request: PageRequest,
    keep?: (entry: Item) => boolean,
  ): Promise<Page<State>>;
  /** The state in a row that was read by another way than its id. */
  stateIn(item: Item): State;
}

/**
 * A resource that lives at its own id. The declaration is all that the table knows of it: reads, the revision guard,
 * lists, dependent rows, its place in the workspace purge and its line in docs/table.md follow from it.
 */
export function entity<State extends Identified>(options: EntityOptions<State>): StoredEntity<State> {
  const { prefix, noun, type, schema, list, rows = () => [], isRarelyWritten = false, stored = same } = options;
  const attributesOf = attributes(options);
  return {
    prefix,
    noun,
    options,
    find: async (table, id) => loaded(schema, await table.get(resourceKey(id))),
    put: (before, after) => [
      {
        put: {
          ...resourceKey(after.id),
          type,
          revision: (before?.revision ?? 0) + 1,
          state: isRarelyWritten ? JSON.stringify(stored(after)) : storedState(stored(after)),
          ...attributesOf(after),
        },
        when: unlessSavedSince(before?.revision ?? 0),
      },
      ...rows(before?.state, after),
    ],
    remove: ({ revision, state }) => [
      { remove: resourceKey(state.id), when: unlessSavedSince(revision) },
      ...rows(state, undefined),
    ],
    async list(table, workspace, request, keep) {
      if (list === undefined) throw new Error(`${type} has no list.`);
      const query = { index: 'list', partition: listPartition(workspace, list), ...(keep && { keep }) } as const;
      return rowsOf(table, await pageOfKeys(table, query, request), schema);
    },
    stateIn: (item) => stateOf(schema, item),
  };
}

const same = (state: unknown): unknown => state;

/** A list of a workspace in the index `list`: `wks_…#TPL`. */
export const listPartition = (workspace: WorkspaceId, list: string): string => `${workspace}#${list}`;

function attributes<State extends Identified>({
  list,
  attributes: given,
}: EntityOptions<State>): (state: State) => Attributes {
  return (state) => ({
    ...(list !== undefined && 'workspaceId' in state && { list_pk: `${state.workspaceId}#${list}`, list_sk: state.id }),
    ...given?.(state),
  });
}
