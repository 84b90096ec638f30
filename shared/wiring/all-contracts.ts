import * as agentSessions from '#shared/agent-sessions/contract';
import * as auditEvents from '#shared/audit-events/contract';
import * as bots from '#shared/bots/contract';
import * as brandKits from '#shared/brand-kits/contract';
import * as calendarEvents from '#shared/calendar-events/contract';
import * as calendarConnections from '#shared/calendars/connections/contract';
import * as calendarConnectLinks from '#shared/calendars/consent/contract';
import * as calendarFeeds from '#shared/calendars/feeds/contract';
import * as companies from '#shared/companies/contract';
import * as conversationSummaries from '#shared/conversation-summaries/contract';
import * as conversations from '#shared/conversations/contract';
import * as documents from '#shared/documents/contract';
import * as erasures from '#shared/erasures/contract';
import * as exportContracts from '#shared/exports/contract';
import * as files from '#shared/files/contract';
import * as folders from '#shared/folders/contract';
import * as glossaries from '#shared/glossaries/contract';
import { withAliases } from '#shared/http/aliases';
import type { Contract } from '#shared/http/contract';
import * as meetings from '#shared/meetings/contract';
import * as members from '#shared/members/contract';
import * as memberships from '#shared/memberships/contract';
import * as agents from '#shared/oauth/contract';
import * as orders from '#shared/orders/contract';
import * as olderOrders from '#shared/orders/deprecated-paths/contract';
import * as olderMediaOrders from '#shared/orders/deprecated-paths/media-contract';
import * as mediaOrders from '#shared/orders/media-contract';
import * as people from '#shared/people/contract';
import * as search from '#shared/search/contract';
import * as settingsAssignments from '#shared/settings/assignments/contract';
import * as settings from '#shared/settings/contract';
import * as policies from '#shared/settings/policies/contract';
import * as styleGuides from '#shared/style-guides/contract';
import * as summaryTemplates from '#shared/summaries/contract';
import * as uploads from '#shared/uploads/contract';
import * as usage from '#shared/usage/contract';
import * as webhookEvents from '#shared/webhooks/delivery/contract';
import * as webhookEndpoints from '#shared/webhooks/endpoints/contract';
import * as webhookStats from '#shared/webhooks/stats/contract';
import * as workspaces from '#shared/workspaces/contract';

/** One line for each feature; what its file exports is served, documented, and known to the fallback. */
const FEATURES = [
  workspaces,
  usage,
  auditEvents,
  agents,
  memberships,
  members,
  erasures,
  meetings,
  people,
  companies,
  bots,
  conversations,
  conversationSummaries,
  search,
  exportContracts,
  folders,
  styleGuides,
  uploads,
  glossaries,
  orders,
  mediaOrders,
  olderOrders,
  olderMediaOrders,
  calendarEvents,
  calendarConnections,
  calendarFeeds,
  calendarConnectLinks,
  policies,
  settings,
  settingsAssignments,
  summaryTemplates,
  files,
  brandKits,
  webhookEndpoints,
  webhookStats,
  webhookEvents,
  agentSessions,
  documents,
];

const isContract = (exported: unknown): exported is Contract =>
  typeof exported === 'object' && exported !== null && 'method' in exported && 'path' in exported;

/** Every endpoint, under its own path and its deprecated ones. */
export const contracts: readonly Contract[] = FEATURES.flatMap((feature) => Object.values(feature))
  .filter(isContract)
  .flatMap(withAliases);
