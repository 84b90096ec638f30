import { inCamelCase } from '#shared/foundation/versions/camel-case';
import type { VersionChange } from '#shared/foundation/versions/version-change';

const TIMES: readonly string[] = ['last_met_at', 'created_at', 'updated_at'];

export const companiesBecomeSnakeCase: VersionChange = {
  summary:
    "Companies have snake_case fields, and timestamps in UTC with a `Z`. Earlier pins keep camelCase and the server's offset, such as `+00:00`; milliseconds stay.",
  answers: { company: (company, server) => inCamelCase(company, TIMES, server) },
};
