import { agentSessionsNameWorkspaces } from '#shared/foundation/versions/2026-10-09/agent-sessions-name-workspaces';
import { brandKitsNameWorkspacesById } from '#shared/foundation/versions/2026-10-09/brand-kits-name-workspaces-by-id';
import { botMetadataBecomesFlat } from '#shared/foundation/versions/2026-10-12/bot-metadata-becomes-flat';
import { brandKitsAreGrouped } from '#shared/foundation/versions/2026-10-12/brand-kits-are-grouped';
import { calendarConnectionsDropMethod } from '#shared/foundation/versions/2026-10-12/calendar-connections-drop-method';
import { companiesBecomeSnakeCase } from '#shared/foundation/versions/2026-10-12/companies-become-snake-case';
import { connectLinksDropEmailMatch } from '#shared/foundation/versions/2026-10-12/connect-links-drop-email-match';
import { conversationsBecomeSnakeCase } from '#shared/foundation/versions/2026-10-12/conversations-become-snake-case';
import { foldersBecomeSnakeCase } from '#shared/foundation/versions/2026-10-12/folders-become-snake-case';
import { glossariesShowUtc } from '#shared/foundation/versions/2026-10-12/glossaries-show-utc';
import { membersDropPolicy } from '#shared/foundation/versions/2026-10-12/members-drop-policy';
import { membershipsBecomeSnakeCase } from '#shared/foundation/versions/2026-10-12/memberships-become-snake-case';
import { ordersBecomeSnakeCase } from '#shared/foundation/versions/2026-10-12/orders-become-snake-case';
import { peopleBecomeSnakeCase } from '#shared/foundation/versions/2026-10-12/people-become-snake-case';
import { policiesDropFields } from '#shared/foundation/versions/2026-10-12/policies-drop-fields';
import { styleGuidesShowUtc } from '#shared/foundation/versions/2026-10-12/style-guides-show-utc';
import { translationTasksBecomeSnakeCase } from '#shared/foundation/versions/2026-10-12/translation-tasks-become-snake-case';
import { uploadsBecomeSnakeCase } from '#shared/foundation/versions/2026-10-12/uploads-become-snake-case';
import { workspacesBecomeSnakeCase } from '#shared/foundation/versions/2026-10-12/workspaces-become-snake-case';
import type { Release } from '#shared/foundation/versions/version-change';

/** The version of every date before the first release. */
export const BASE_VERSION = '2025-11-25';

/** Newest first; the changelog is printed from it. */
export const releases: readonly Release[] = [
  {
    date: '2026-10-12',
    changes: [
      workspacesBecomeSnakeCase,
      membershipsBecomeSnakeCase,
      peopleBecomeSnakeCase,
      companiesBecomeSnakeCase,
      conversationsBecomeSnakeCase,
      foldersBecomeSnakeCase,
      styleGuidesShowUtc,
      uploadsBecomeSnakeCase,
      glossariesShowUtc,
      ordersBecomeSnakeCase,
      translationTasksBecomeSnakeCase,
      botMetadataBecomesFlat,
      policiesDropFields,
      membersDropPolicy,
      calendarConnectionsDropMethod,
      connectLinksDropEmailMatch,
      brandKitsAreGrouped,
    ],
  },
  { date: '2026-10-09', changes: [brandKitsNameWorkspacesById, agentSessionsNameWorkspaces] },
];

export const NEWEST_VERSION = releases[0]?.date ?? BASE_VERSION;
