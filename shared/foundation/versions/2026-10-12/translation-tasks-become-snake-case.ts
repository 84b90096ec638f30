import { inCamelCase } from '#shared/foundation/versions/camel-case';
import type { VersionChange } from '#shared/foundation/versions/version-change';

const TIMES: readonly string[] = ['created_at', 'updated_at'];

export const translationTasksBecomeSnakeCase: VersionChange = {
  summary:
    "Translation tasks have snake_case fields, and timestamps in UTC with a `Z`. Earlier pins keep camelCase and the server's offset, such as `+00:00`; milliseconds stay.",
  answers: { translation_task: (task, server) => inCamelCase(task, TIMES, server) },
};
