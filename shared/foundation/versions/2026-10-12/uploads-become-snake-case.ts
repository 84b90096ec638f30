import { inCamelCase } from '#shared/foundation/versions/camel-case';
import type { Server, Shape, VersionChange } from '#shared/foundation/versions/version-change';

const TIMES: readonly string[] = ['expires_at'];

/** Of an upload in parts, the links of the parts as well. */
const partsInCamelCase = (parts: unknown, server: Server): unknown =>
  Array.isArray(parts) ? parts.map((part: Shape) => inCamelCase(part, [], server)) : parts;

export const uploadsBecomeSnakeCase: VersionChange = {
  summary:
    "Uploads have snake_case fields, and timestamps in UTC with a `Z`. Earlier pins keep camelCase and the server's offset, such as `+00:00`; milliseconds stay.",
  answers: {
    upload: (upload, server) => ({
      ...inCamelCase(upload, TIMES, server),
      parts: partsInCamelCase(upload['parts'], server),
    }),
  },
};
