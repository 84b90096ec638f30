import { inCamelCase } from '#shared/foundation/versions/camel-case';
import type { VersionChange } from '#shared/foundation/versions/version-change';

const TIMES: readonly string[] = ['created_at', 'updated_at'];

export const foldersBecomeSnakeCase: VersionChange = {
  summary:
    "Folders have snake_case fields, and timestamps in UTC with a `Z`. Earlier pins keep camelCase and the server's offset, such as `+00:00`; milliseconds stay.",
  answers: { folder: (folder, server) => inCamelCase(folder, TIMES, server) },
};
