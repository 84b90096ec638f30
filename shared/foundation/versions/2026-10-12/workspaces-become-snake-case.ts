import { inCamelCase } from '#shared/foundation/versions/camel-case';
import type { VersionChange } from '#shared/foundation/versions/version-change';

const TIMES: readonly string[] = ['created_at', 'updated_at', 'archived_at'];

export const workspacesBecomeSnakeCase: VersionChange = {
  summary:
    "Workspaces have snake_case fields, and timestamps in UTC with a `Z`. Earlier pins keep camelCase and the server's offset, such as `+00:00`; milliseconds stay.",
  answers: { workspace: (workspace, server) => inCamelCase(workspace, TIMES, server) },
};
