import { inCamelCase } from '#shared/foundation/versions/camel-case';
import type { Server, Shape, VersionChange } from '#shared/foundation/versions/version-change';

const TIMES: readonly string[] = ['created_at', 'updated_at', 'deleted_at'];
const TIMES_OF_MEETING: readonly string[] = ['starts_at', 'ends_at'];

export const conversationsBecomeSnakeCase: VersionChange = {
  summary:
    "Conversations and their `meeting` have snake_case fields, and timestamps in UTC with a `Z`. Earlier pins keep camelCase and the server's offset, such as `+00:00`; milliseconds stay.",
  answers: { conversation: (conversation, server) => older(conversation, server) },
};

function older(conversation: Shape, server: Server): Shape {
  const { meeting, issues } = conversation;
  const converted = isShape(meeting) ? inCamelCase(meeting, TIMES_OF_MEETING, server) : meeting;
  const listed = Array.isArray(issues) && { issues: issues.map((issue: Shape) => inCamelCase(issue, [], server)) };
  return inCamelCase({ ...conversation, meeting: converted, ...listed }, TIMES, server);
}

const isShape = (value: unknown): value is Shape => typeof value === 'object' && value !== null;
