import { inCamelCase } from '#shared/foundation/versions/camel-case';
import type { VersionChange } from '#shared/foundation/versions/version-change';

const TIMES: readonly string[] = ['first_met_at', 'last_met_at', 'next_meeting_at', 'created_at', 'updated_at'];

export const peopleBecomeSnakeCase: VersionChange = {
  summary:
    "People have snake_case fields, and timestamps in UTC with a `Z`. Earlier pins keep camelCase and the server's offset, such as `+00:00`; milliseconds stay.",
  answers: { person: (person, server) => inCamelCase(person, TIMES, server) },
};
