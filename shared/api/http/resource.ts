import { apiGroup } from '#shared/api/http/api-group';
import { byFound, byWorkspace } from '#shared/api/http/early';
import { created, type Endpoint, endpoint, ok, type Unverified } from '#shared/api/http/endpoint';
import { listEndpoint } from '#shared/api/http/list-endpoint';
import type { AppContext } from '#shared/api/http/ports';
import { creating, removing, updating } from '#shared/foundation/commands/command';
import type { CommandContext } from '#shared/foundation/commands/context';
import {
  creatingWithDefault,
  removingWithDefault,
  updatingWithDefault,
} from '#shared/foundation/commands/with-defaults';
import type { EntityWithDefaults, Listed } from '#shared/foundation/core/catalog';
import { type Identified, type IdOf, idIn, idOf, type WorkspaceId } from '#shared/foundation/core/ids';
import type { LimitName } from '#shared/foundation/core/limits';
import type { Page, PageRequest } from '#shared/foundation/core/page';
import type { Loaded } from '#shared/foundation/core/store';
import type { Table } from '#shared/foundation/core/table';
import type { Instant } from '#shared/foundation/core/time';
import type { StoredEntity } from '#shared/foundation/dynamodb/entity';
import type { ResourceContracts } from '#shared/foundation/http/resource-contracts';

type Kept = Identified & { readonly workspaceId: WorkspaceId; readonly updatedAt: Instant };

interface InWorkspace {
  readonly workspace_id: string;
}

/** What a resource is beside its contracts. */
interface ResourceOptions<State extends Kept, New, Change> {
  /** Of new ones in a workspace. */
  readonly limit: LimitName;
  readonly create: (id: IdOf<State>, now: Instant, workspaceId: WorkspaceId, body: New) => State;
  /** Writes what was sent over the newest state; nothing new writes nothing. */
  readonly update: (state: State, body: Change) => State;
  /** Throws for an id that names what nobody can change. */
  readonly requireChangeable?: (id: string) => void;
}

/** The five endpoints of a resource. */
export function resource<State extends Kept, New extends InWorkspace, Change>(
  contracts: ResourceContracts<New, Change>,
  {
    entity,
    present,
    ...options
  }: ResourceOptions<State, New, Change> & {
    readonly entity: StoredEntity<State>;
    readonly present: (state: State) => Presented;
  },
): ResourceEndpoints {
  const { limit, create, update } = options;
  return resourceEndpoints(contracts, entity, {
    ...options,
    present,
    page: (table, workspace, request) => entity.list(table, workspace, request),
    shown: async (_table, state) => state,
    create: creating(entity, create, ({ workspaceId }) => [[limit, workspaceId]]),
    update: updating(entity, (state, _now, body: Change) => ({ state: update(state, body) })),
    remove: removing(entity),
  });
}

interface Defaulting {
  /** Whether it is the default for its use; undefined leaves that as it is. */
  readonly organization_default?: boolean | undefined;
}

/** The same of a resource with a default for each use: its catalog is read in the same batch as the caller's role. */
export function resourceWithDefaults<
  State extends Kept,
  New extends InWorkspace & Defaulting,
  Change extends Defaulting,
>(
  contracts: ResourceContracts<New, Change>,
  {
    entity,
    present,
    ...options
  }: ResourceOptions<State, New, Change> & {
    readonly entity: EntityWithDefaults<State>;
    readonly present: (listed: Listed<State>) => Presented;
  },
): ResourceEndpoints {
  const add = creatingWithDefault(entity, options.create, options.limit);
  const save = updatingWithDefault(entity, options.update);
  const askedIn = ({ organization_default: isDefault }: Defaulting) => ({ isDefault });
  return resourceEndpoints(contracts, entity, {
    ...options,
    present,
    page: (table, workspace, request) => entity.page(table, workspace, request),
    async shown(table, state) {
      const { before, isDefault } = await entity.load(table, idIn(state));
      return { state: before.state, isDefault };
    },
    load: (table, id) => entity.load(table, id),
    loadForNew: (table, workspace) => entity.catalogOf(table, workspace),
    create: (context) => (workspace, body) => add(context)(askedIn(body), workspace, body),
    update: (context) => (id, body) => save(context)(id, askedIn(body), body),
    remove: removingWithDefault(entity),
  });
}

interface Presented {
  readonly id: string;
}

interface Served<State extends Kept, Shown, New, Change> {
  page(table: Table, workspace: WorkspaceId, request: PageRequest): Promise<Page<Shown>>;
  shown(table: Table, state: State): Promise<Shown>;
  present(shown: Shown): Presented;
  /** What the operations on one load, where that is more than its row. */
  load?(table: Table, id: IdOf<State>): Promise<unknown>;
  /** What `create` loads of the workspace. */
  loadForNew?(table: Table, workspace: WorkspaceId): Promise<unknown>;
  create(context: CommandContext): (workspace: WorkspaceId, body: New) => Promise<Shown>;
  update(context: CommandContext): (id: IdOf<State>, body: Change) => Promise<Shown>;
  remove(context: CommandContext): (id: IdOf<State>) => Promise<Shown>;
  requireChangeable?(id: string): void;
}

type ResourceEndpoints = Readonly<Record<'list' | 'get' | 'create' | 'update' | 'remove', Endpoint>>;

type Named = Pick<Unverified<{ readonly id: string }, unknown>, 'params' | 'context'>;

function resourceEndpoints<State extends Kept, Shown, New extends InWorkspace, Change>(
  contracts: ResourceContracts<New, Change>,
  entity: Pick<StoredEntity<State>, 'prefix' | 'find'>,
  {
    page,
    shown,
    present,
    load,
    loadForNew,
    create,
    update,
    remove,
    requireChangeable,
  }: Served<State, Shown, New, Change>,
): ResourceEndpoints {
  async function find({ context, params }: Named): Promise<Loaded<State> | undefined> {
    const id = idOf(entity.prefix, params.id);
    return id && entity.find(context.table, id);
  }

  async function findChangeable(request: Named): Promise<Loaded<State> | undefined> {
    requireChangeable?.(request.params.id);
    return find(request);
  }

  const ofOne = load && { early: byFound(find, (table, state) => load(table, idIn(state))) };

  const ofNew = loadForNew && {
    early: ({ context, body }: Pick<Unverified<unknown, unknown>, 'context' | 'body'>) => [
      byWorkspace(context.table, body.workspaceId(), loadForNew),
    ],
  };

  return {
    list: listEndpoint(contracts.list, {
      page: ({ context, workspaceId }, request) => page(context.table, workspaceId, request),
      present,
    }),

    get: endpoint(contracts.get, {
      ...ofOne,
      resource: find,
      run: ({ context, resource: { state } }) => shown(context.table, state),
      reply: (found) => ok(present(found)),
    }),

    create: endpoint(contracts.create, {
      ...ofNew,
      run: ({ context, workspace, body }) => create(context)(workspace.state.id, body),
      reply(made, { context }) {
        const body = present(made);
        return created(body, `${context.baseUrl}${contracts.create.path}/${body.id}`);
      },
    }),

    update: endpoint(contracts.update, {
      ...ofOne,
      resource: findChangeable,
      run: ({ context, resource: { state }, body }) => update(context)(idIn(state), body),
      reply: (changed) => ok(present(changed)),
    }),

    remove: endpoint(contracts.remove, {
      ...ofOne,
      resource: findChangeable,
      run: ({ context, resource: { state } }) => remove(context)(idIn(state)),
      reply: (removed) => ok(present(removed)),
    }),
  };
}

/** The group of a resource, with endpoints beside its five. */
export const resourceGroup =
  ({ list, get, create, update, remove }: ResourceEndpoints, ...further: readonly Endpoint[]) =>
  (context: AppContext) =>
    apiGroup(context, list, get, create, update, remove, ...further);
