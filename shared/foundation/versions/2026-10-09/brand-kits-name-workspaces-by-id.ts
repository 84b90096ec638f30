import type { VersionChange } from '#shared/foundation/versions/version-change';

export const brandKitsNameWorkspacesById: VersionChange = {
  summary:
    'The `workspace_id` of a brand kit is the `wks_` id of the workspace that owns it. Earlier pins read the integer id.',
  answers: {
    brand_kit: (kit) => ({
      ...kit,
      workspace_id: (kit['legacy'] as { workspace_number?: unknown } | undefined)?.workspace_number ?? null,
    }),
  },
};
