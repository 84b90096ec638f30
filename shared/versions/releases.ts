import { botMetadataBecomesFlat } from '#shared/versions/2026-10-12/bot-metadata-becomes-flat';
import { calendarConnectionsDropMethod } from '#shared/versions/2026-10-12/calendar-connections-drop-method';
import { membersDropPolicy } from '#shared/versions/2026-10-12/members-drop-policy';
import { workspacesBecomeSnakeCase } from '#shared/versions/2026-10-12/workspaces-become-snake-case';
import type { Release } from '#shared/versions/version-change';

/** What everybody is served whose version lies before the first release. */
export const BASE_VERSION = '2025-11-25';

/** Newest first; the changelog is printed from it. */
export const releases: readonly Release[] = [
  {
    date: '2026-10-12',
    changes: [workspacesBecomeSnakeCase, botMetadataBecomesFlat, membersDropPolicy, calendarConnectionsDropMethod],
  },
  { date: '2026-10-09', changes: [] },
];

export const NEWEST_VERSION = releases[0]?.date ?? BASE_VERSION;
