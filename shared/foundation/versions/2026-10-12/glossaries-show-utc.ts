import { timeIn } from '#shared/foundation/versions/offset-time';
import type { VersionChange } from '#shared/foundation/versions/version-change';

export const glossariesShowUtc: VersionChange = {
  summary:
    "Glossaries have timestamps in UTC with a `Z`. Earlier pins keep the server's offset, such as `+00:00`; milliseconds stay.",
  answers: {
    glossary: (glossary, { zone }) => ({
      ...glossary,
      created_at: timeIn(zone, glossary['created_at']),
      updated_at: timeIn(zone, glossary['updated_at']),
    }),
  },
};
