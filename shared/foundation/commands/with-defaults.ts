import { command } from '#shared/foundation/commands/command';
import type { EntityWithDefaults, Listed } from '#shared/foundation/core/catalog';
import type { Identified, IdOf, WorkspaceId } from '#shared/foundation/core/ids';
import { isSame } from '#shared/foundation/core/json';
import type { LimitName } from '#shared/foundation/core/limits';
import type { Instant } from '#shared/foundation/core/time';

type Kept = Identified & { readonly workspaceId: WorkspaceId; readonly updatedAt: Instant };

/** What is asked beside the fields of a state. */
interface Asked {
  /** Whether it is the default for its use; undefined leaves that as it is. */
  readonly isDefault?: boolean | undefined;
}

/** A command that makes one, and the default if that is asked; 409 where the workspace has the maximum. */
export const creatingWithDefault = <State extends Kept, Input extends readonly unknown[]>(
  entity: EntityWithDefaults<State>,
  create: (id: IdOf<State>, now: Instant, ...input: Input) => State,
  limit: LimitName,
) =>
  command(async (context, { isDefault = false }: Asked, ...input: Input): Promise<Listed<State>> => {
    const at = context.clock.now();
    const state = create(context.ids.make(entity.prefix), at, ...input);
    const result = { state, isDefault };
    const catalog = await entity.catalogOf(context.table, state.workspaceId);
    const limits = [context.useOf(limit, state.workspaceId, at)];
    await context.changes.save({ at, writes: entity.writesOfNew(catalog, result), limits, result });
    return result;
  });

/** A command that writes what was sent over the newest state, and moves the default; nothing new writes nothing. */
export const updatingWithDefault = <State extends Kept, Input extends readonly unknown[]>(
  entity: EntityWithDefaults<State>,
  update: (state: State, ...input: Input) => State,
) =>
  command(async (context, id: IdOf<State>, asked: Asked, ...input: Input): Promise<Listed<State>> => {
    const loaded = await entity.load(context.table, id);
    const before = loaded.before.state;
    const isDefault = asked.isDefault ?? loaded.isDefault;
    const changed = update(before, ...input);
    if (isDefault === loaded.isDefault && isSame(before, changed)) return { state: before, isDefault };
    const at = context.clock.now();
    const result = { state: { ...changed, updatedAt: at }, isDefault };
    await context.changes.save({ at, writes: entity.writesOfChange(loaded, result), result });
    return result;
  });

/** A command that deletes one and answers it as it was. */
export const removingWithDefault = <State extends Kept>(entity: EntityWithDefaults<State>) =>
  command(async (context, id: IdOf<State>): Promise<Listed<State>> => {
    const loaded = await entity.load(context.table, id);
    const result = { state: loaded.before.state, isDefault: loaded.isDefault };
    await context.changes.save({ at: context.clock.now(), writes: entity.writesOfRemoval(loaded), result });
    return result;
  });
