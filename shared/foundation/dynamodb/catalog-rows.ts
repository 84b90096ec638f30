import * as v from 'valibot';
import {
  type Catalog,
  type EntityWithDefaults,
  emptyCatalog,
  isDefaultIn,
  withDefault,
  withNew,
  without,
} from '#shared/foundation/core/catalog';
import type { Identified, IdPrefix, IdsByPrefix, WorkspaceId } from '#shared/foundation/core/ids';
import { isSame } from '#shared/foundation/core/json';
import { filterMapPage } from '#shared/foundation/core/page';
import { notFound } from '#shared/foundation/core/refusal';
import type { Loaded } from '#shared/foundation/core/store';
import type { Key, Table, Write } from '#shared/foundation/core/table';
import type { StoredEntity } from '#shared/foundation/dynamodb/entity';
import { catalogKey } from '#shared/foundation/dynamodb/keys';
import { id } from '#shared/foundation/dynamodb/row-parts';
import { loaded, storedState, unlessSavedSince } from '#shared/foundation/dynamodb/rows';

interface CatalogRowOptions<Prefix extends IdPrefix> {
  /** The row's `type`. */
  readonly type: string;
  /** Of the ids in it. */
  readonly prefix: Prefix;
  /** The row's sort key, beside the workspace: `STYLE_GUIDES`. */
  readonly kind: string;
}

/** The row of a workspace's catalog of one kind; its revision guards every change of it. */
export function catalogRow<Prefix extends IdPrefix>({ type, prefix, kind }: CatalogRowOptions<Prefix>) {
  const key = (workspace: WorkspaceId): Key => catalogKey(workspace, kind);
  type OfKind = Catalog<IdsByPrefix[Prefix]>;
  const schema = v.object({
    workspaceId: id('wks'),
    count: v.number(),
    defaults: v.record(v.string(), id(prefix)),
  }) as unknown as v.GenericSchema<unknown, OfKind>;
  return {
    key,

    /** Strongly consistent; empty before the first. */
    find: async (table: Table, workspace: WorkspaceId): Promise<Loaded<OfKind>> =>
      loaded(schema, await table.get(key(workspace))) ?? { revision: 0, state: emptyCatalog(workspace) },

    put: (before: Loaded<OfKind>, after: OfKind): readonly Write[] => [
      {
        put: { ...key(after.workspaceId), type, revision: before.revision + 1, state: storedState(after) },
        when: unlessSavedSince(before.revision),
      },
    ],
  };
}

interface CatalogRow {
  key(workspace: WorkspaceId): Key;
  find(table: Table, workspace: WorkspaceId): Promise<Loaded<Catalog<string>>>;
  put(before: Loaded<Catalog<string>>, after: Catalog<string>): readonly Write[];
}

interface DefaultsOptions<State> {
  readonly catalog: CatalogRow;
  /** What one may be the default for: an operation, a language. */
  readonly useOf: (state: State) => string;
  /** How many a workspace may have. */
  readonly most: number;
  /** As the refusal of one more names them. */
  readonly nouns: string;
}

/** An entity of which a workspace has a number at most, and a default for each use: each is saved together with the catalog. */
export function withDefaults<State extends Identified & { readonly workspaceId: WorkspaceId }>(
  entity: StoredEntity<State>,
  { catalog, useOf, most, nouns }: DefaultsOptions<State>,
): StoredEntity<State> & EntityWithDefaults<State> {
  const listedIn = (found: Loaded<Catalog<string>>, state: State) => ({
    state,
    isDefault: isDefaultIn(found.state, state.id),
  });
  return {
    ...entity,

    options: { ...entity.options, workspaceRow: (workspace) => catalog.key(workspace) },

    catalogOf: (table, workspace) => catalog.find(table, workspace),

    async page(table, workspace, request) {
      const [page, found] = await Promise.all([entity.list(table, workspace, request), catalog.find(table, workspace)]);
      return filterMapPage(page, (state) => listedIn(found, state));
    },

    async load(table, id) {
      const before = await entity.find(table, id);
      if (!before) throw notFound(entity.noun);
      const found = await catalog.find(table, before.state.workspaceId);
      return { before, catalog: found, isDefault: isDefaultIn(found.state, before.state.id) };
    },

    writesOfNew(found, { state, isDefault }) {
      const after = withNew(found.state, { id: state.id, use: useOf(state), isDefault }, { most, nouns });
      return [entity.put(undefined, state), catalog.put(found, after)];
    },

    writesOfChange({ before, catalog: found }, { state, isDefault }) {
      const after = withDefault(found.state, { id: state.id, use: useOf(state), isDefault });
      return [entity.put(before, state), ...(isSame(found.state, after) ? [] : [catalog.put(found, after)])];
    },

    writesOfRemoval: ({ before, catalog: found }) => [
      entity.remove(before),
      catalog.put(found, without(found.state, before.state.id)),
    ],
  };
}
