import { timeIn } from '#shared/versions/offset-time';
import type { Server, Shape, VersionChange } from '#shared/versions/version-change';

const TIMES: readonly string[] = ['created_at', 'updated_at', 'archived_at'];

export const workspacesBecomeSnakeCase: VersionChange = {
  summary:
    "Workspaces have snake_case fields, and timestamps in UTC with a `Z`. Earlier pins keep camelCase and the server's offset, such as `+00:00`; milliseconds stay.",
  answers: { workspace: (workspace, server) => renamed(workspace, server) },
};

const renamed = (workspace: Shape, { zone }: Server): Shape =>
  Object.fromEntries(
    Object.entries(workspace).map(([name, value]) => [
      camelCaseOf(name),
      TIMES.includes(name) ? timeIn(zone, value) : value,
    ]),
  );

const camelCaseOf = (name: string): string =>
  name.replace(/_([a-z])/g, (_all: string, letter: string) => letter.toUpperCase());
