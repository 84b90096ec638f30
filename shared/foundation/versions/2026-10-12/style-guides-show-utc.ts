import { timeIn } from '#shared/foundation/versions/offset-time';
import type { VersionChange } from '#shared/foundation/versions/version-change';

export const styleGuidesShowUtc: VersionChange = {
  summary:
    "Style guides have timestamps in UTC with a `Z`. Earlier pins keep the server's offset, such as `+00:00`; milliseconds stay.",
  answers: {
    style_guide: (guide, { zone }) => ({
      ...guide,
      created_at: timeIn(zone, guide['created_at']),
      updated_at: timeIn(zone, guide['updated_at']),
    }),
  },
};
