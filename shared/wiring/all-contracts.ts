import * as agentSessions from '#shared/accounts/agent-sessions/contract';
import * as auditEvents from '#shared/accounts/audit-events/contract';
import * as members from '#shared/accounts/members/contract';
import * as memberships from '#shared/accounts/memberships/contract';
import * as agents from '#shared/accounts/oauth/contract';
import * as workspaces from '#shared/accounts/workspaces/contract';
import { withAliases } from '#shared/api/http/aliases';
import * as calendarConnections from '#shared/calendars/connections/contract';
import * as calendarConnectLinks from '#shared/calendars/consent/contract';
import * as calendarFeeds from '#shared/calendars/feeds/contract';
import * as bots from '#shared/capture/bots/contract';
import * as documents from '#shared/foundation/documents/contract';
import * as files from '#shared/foundation/files/contract';
import type { Contract } from '#shared/foundation/http/contract';
import * as erasures from '#shared/lifecycle/erasures/contract';
import * as usage from '#shared/lifecycle/usage/contract';
import * as brandKits from '#shared/meetings/brand-kits/contract';
import * as calendarEvents from '#shared/meetings/calendar-events/contract';
import * as companies from '#shared/meetings/companies/contract';
import * as meetings from '#shared/meetings/meetings/contract';
import * as people from '#shared/meetings/people/contract';
import * as settingsAssignments from '#shared/meetings/settings/assignments/contract';
import * as settings from '#shared/meetings/settings/contract';
import * as policies from '#shared/meetings/settings/policies/contract';
import * as conversationSummaries from '#shared/texts/conversation-summaries/contract';
import * as conversations from '#shared/texts/conversations/contract';
import * as exportContracts from '#shared/texts/exports/contract';
import * as folders from '#shared/texts/folders/contract';
import * as glossaries from '#shared/texts/glossaries/contract';
import * as orders from '#shared/texts/orders/contract';
import * as olderOrders from '#shared/texts/orders/deprecated-paths/contract';
import * as olderMediaOrders from '#shared/texts/orders/deprecated-paths/media-contract';
import * as mediaOrders from '#shared/texts/orders/media-contract';
import * as search from '#shared/texts/search/contract';
import * as uploads from '#shared/texts/uploads/contract';
import * as webhookEvents from '#shared/webhooks/delivery/contract';
import * as webhookEndpoints from '#shared/webhooks/endpoints/contract';
import * as webhookStats from '#shared/webhooks/stats/contract';
import { resources } from '#shared/wiring/resources';

/** One line for each feature that is no simple resource; what its file exports is served, documented, and known to the fallback. */
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
  ...resources.map(({ contracts }) => contracts),
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
