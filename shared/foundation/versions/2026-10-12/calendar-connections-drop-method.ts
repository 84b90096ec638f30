import type { VersionChange } from '#shared/foundation/versions/version-change';

export const calendarConnectionsDropMethod: VersionChange = {
  summary: 'Calendar connections no longer have `method`: every connection is made through a consent link.',
  answers: {
    calendar_connection: (connection) => ({ ...connection, method: 'oauth' }),
  },
};
