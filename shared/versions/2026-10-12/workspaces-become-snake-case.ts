import type { Shape, VersionChange } from '#shared/versions/version-change';

const TIMES: readonly string[] = ['created_at', 'updated_at'];

export const workspacesBecomeSnakeCase: VersionChange = {
  summary:
    "Workspaces are answered in snake_case, with timestamps in UTC and a `Z`. Earlier pins keep camelCase and the server's offset, `+00:00`; milliseconds stay.",
  answers: { workspace: (workspace) => renamed(workspace) },
};

const renamed = (workspace: Shape): Shape =>
  Object.fromEntries(
    Object.entries(workspace).map(([name, value]) => [camelCaseOf(name), TIMES.includes(name) ? offset(value) : value]),
  );

const camelCaseOf = (name: string): string =>
  name.replace(/_([a-z])/g, (_all: string, letter: string) => letter.toUpperCase());

const offset = (time: unknown): unknown => (typeof time === 'string' ? time.replace(/Z$/, '+00:00') : time);
