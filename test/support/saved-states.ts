import type { Changes } from '#shared/commands/changes';

/** The states of all rows of a type that a change saves. */
export const savedStates = ({ writes = [] }: Changes, type: string): readonly Record<string, unknown>[] =>
  writes
    .flat()
    .flatMap((write) => ('put' in write && write.put['type'] === type ? [JSON.parse(String(write.put['state']))] : []));
