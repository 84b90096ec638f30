import { timeIn } from '#shared/foundation/versions/offset-time';
import type { Server, Shape } from '#shared/foundation/versions/version-change';

/** A resource as it was before 2026-10-12: its own fields in camelCase, these of them with the offset of the server. */
export const inCamelCase = (resource: Shape, times: readonly string[], { zone }: Server): Shape =>
  Object.fromEntries(
    Object.entries(resource).map(([name, value]) => [
      camelCaseOf(name),
      times.includes(name) ? timeIn(zone, value) : value,
    ]),
  );

const camelCaseOf = (name: string): string =>
  name.replace(/_([a-z])/g, (_all: string, letter: string) => letter.toUpperCase());
