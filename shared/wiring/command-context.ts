import type { CommandContext, Dependencies } from '#shared/commands/context';
import { useFactory } from '#shared/core/limits';
import { emailHashPrefix } from '#shared/dynamodb/keys';
import { limitCounter } from '#shared/dynamodb/limits';
import { changeStore } from '#shared/events/change-store';
import { typeIds } from '#shared/platform/type-ids';
import { storedSnapshotOf } from '#shared/webhooks/delivery/event-snapshot';

interface Options {
  /** For requests of callers: the changes that start walks through many rows are limited. */
  readonly limitsWideChanges?: boolean;
}

/** Puts together what commands work with. */
export function commandContext(
  dependencies: Dependencies,
  { limitsWideChanges = false }: Options = {},
): CommandContext {
  const { table, clock, randomBytes, limits } = dependencies;
  const ids = typeIds({ now: () => clock.now(), randomBytes });
  const useOf = useFactory(limits);
  return {
    ...dependencies,
    ids,
    changes: changeStore(table, {
      ids,
      snapshot: storedSnapshotOf,
      useOfWideChanges: limitsWideChanges ? useOf : undefined,
    }),
    useOf,
    limitCounter: limitCounter(table, clock),
    markOf: emailHashPrefix,
  };
}
