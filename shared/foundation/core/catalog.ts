import type { Identified, IdOf, WorkspaceId } from '#shared/foundation/core/ids';
import type { Page, PageRequest } from '#shared/foundation/core/page';
import { conflict } from '#shared/foundation/core/refusal';
import type { Entity, Loaded } from '#shared/foundation/core/store';
import type { Table, Write } from '#shared/foundation/core/table';

/**
 * What a workspace has of one kind: how many, and which of them is the default for a use, such as an operation or a
 * language. It is saved as a whole, so that no two changes make a second default, or one more than the maximum.
 */
export interface Catalog<Id extends string> {
  readonly workspaceId: WorkspaceId;
  readonly count: number;
  /** At most one for each use, and each for one use at most. */
  readonly defaults: Readonly<Record<string, Id>>;
}

/** One of a catalog, and whether it is to be the default for its use. */
interface Entry<Id extends string> {
  readonly id: Id;
  readonly use: string;
  readonly isDefault: boolean;
}

export const emptyCatalog = (workspaceId: WorkspaceId): Catalog<never> => ({ workspaceId, count: 0, defaults: {} });

export const isDefaultIn = <Id extends string>({ defaults }: Catalog<Id>, id: Id): boolean =>
  Object.values(defaults).includes(id);

/** The catalog with one more. Throws 409 where it has `most`; `nouns` names them in the message. */
export function withNew<Id extends string>(
  catalog: Catalog<Id>,
  entry: Entry<Id>,
  { most, nouns }: { readonly most: number; readonly nouns: string },
): Catalog<Id> {
  if (catalog.count >= most) throw conflict(`This workspace has ${most} ${nouns}, the maximum: delete one first.`);
  return withDefault({ ...catalog, count: catalog.count + 1 }, entry);
}

/** The catalog where this is the default for its use in place of another, or is no default. */
export function withDefault<Id extends string>(catalog: Catalog<Id>, { id, use, isDefault }: Entry<Id>): Catalog<Id> {
  const others = Object.entries(catalog.defaults).filter(([, one]) => one !== id);
  return { ...catalog, defaults: { ...Object.fromEntries(others), ...(isDefault && { [use]: id }) } };
}

export const without = <Id extends string>(catalog: Catalog<Id>, id: Id): Catalog<Id> => ({
  ...withDefault(catalog, { id, use: '', isDefault: false }),
  count: Math.max(0, catalog.count - 1),
});

/** A state, and whether it is the default of its workspace for its use. */
export interface Listed<State> {
  readonly state: State;
  readonly isDefault: boolean;
}

/** A state as it was read, with the catalog that it is in. */
export interface LoadedWithCatalog<State> extends Pick<Listed<State>, 'isDefault'> {
  readonly before: Loaded<State>;
  readonly catalog: Loaded<Catalog<string>>;
}

/** An entity with a catalog; `withDefaults()` in shared/foundation/dynamodb makes one. */
export interface EntityWithDefaults<State extends Identified> extends Entity<State> {
  /** Strongly consistent; empty before the first. */
  catalogOf(table: Table, workspace: WorkspaceId): Promise<Loaded<Catalog<string>>>;
  /** A page of the workspace's list, newest first. */
  page(table: Table, workspace: WorkspaceId, request: PageRequest): Promise<Page<Listed<State>>>;
  /** With its catalog. Throws 404 where it is gone. */
  load(table: Table, id: IdOf<State>): Promise<LoadedWithCatalog<State>>;
  /** What saves a new one. Throws 409 where the workspace has the maximum. */
  writesOfNew(catalog: Loaded<Catalog<string>>, after: Listed<State>): readonly (readonly Write[])[];
  writesOfChange(loaded: LoadedWithCatalog<State>, after: Listed<State>): readonly (readonly Write[])[];
  writesOfRemoval(loaded: LoadedWithCatalog<State>): readonly (readonly Write[])[];
}
