import type { Contract } from '#shared/api/contract';
import * as agentSessions from '#shared/api/contracts/agent-sessions';
import * as bots from '#shared/api/contracts/bots';
import * as brandKits from '#shared/api/contracts/brand-kits';
import * as calendarConnectLinks from '#shared/api/contracts/calendar-connect-links';
import * as calendarConnections from '#shared/api/contracts/calendar-connections';
import * as calendarEvents from '#shared/api/contracts/calendar-events';
import * as documents from '#shared/api/contracts/documents';
import * as files from '#shared/api/contracts/files';
import * as meetings from '#shared/api/contracts/meetings';
import * as members from '#shared/api/contracts/members';
import * as policies from '#shared/api/contracts/policies';
import * as settings from '#shared/api/contracts/settings';
import * as settingsAssignments from '#shared/api/contracts/settings-assignments';
import * as summaryTemplates from '#shared/api/contracts/summary-templates';
import * as webhookEndpoints from '#shared/api/contracts/webhook-endpoints';
import * as webhookEvents from '#shared/api/contracts/webhook-events';
import * as workspaces from '#shared/api/contracts/workspaces';

/** One line for each feature; what its file exports is served, told of in the document, and known to the fallback. */
const FEATURES = [
  workspaces,
  members,
  meetings,
  bots,
  calendarEvents,
  calendarConnections,
  calendarConnectLinks,
  policies,
  settings,
  settingsAssignments,
  summaryTemplates,
  files,
  brandKits,
  webhookEndpoints,
  webhookEvents,
  agentSessions,
  documents,
];

const isContract = (exported: unknown): exported is Contract =>
  typeof exported === 'object' && exported !== null && 'method' in exported && 'path' in exported;

/** Every endpoint there is. */
export const contracts: readonly Contract[] = FEATURES.flatMap((feature) => Object.values(feature)).filter(isContract);
