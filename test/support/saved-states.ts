import * as v from 'valibot';
import type { Changes } from '#shared/foundation/commands/changes';
import { jsonOfState } from '#shared/foundation/dynamodb/rows';

/** The states of all rows of a type that a change saves. */
export const savedStates = ({ writes = [] }: Changes, type: string): readonly Record<string, unknown>[] =>
  writes
    .flat()
    .flatMap((write) =>
      'put' in write && write.put['type'] === type
        ? [v.parse(v.record(v.string(), v.unknown()), jsonOfState(write.put.state))]
        : [],
    );
