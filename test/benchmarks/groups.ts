import { agentSessions } from '#functions/api/agent-sessions/index';
import { bots } from '#functions/api/bots/index';
import { brandKits } from '#functions/api/brand-kits/index';
import { calendarConnections } from '#functions/api/calendar-connections/index';
import { calendarEvents } from '#functions/api/calendar-events/index';
import { documents } from '#functions/api/documents/index';
import { files } from '#functions/api/files/index';
import { meetings } from '#functions/api/meetings/index';
import { members } from '#functions/api/members/index';
import { policies } from '#functions/api/policies/index';
import { settings } from '#functions/api/settings/index';
import { summaryTemplates } from '#functions/api/summary-templates/index';
import { webhookEndpoints } from '#functions/api/webhook-endpoints/index';
import { webhookEvents } from '#functions/api/webhook-events/index';
import { workspaces } from '#functions/api/workspaces/index';
import type { FileStorage } from '#shared/files/ports/file-storage';
import type { NameLookup } from '#shared/webhooks/addresses/ports/name-lookup';
import type { Surroundings } from '#shared/wiring/surroundings';
import { takesEverything } from '#test/support/a-sender';
import type { Handler } from './gateway.ts';

export type Around = Surroundings & { readonly files: FileStorage };

/** Every name leads to one public address: what a resolver takes is no part of what is measured. */
const lookUp: NameLookup = async () => ['93.184.216.34'];

/** The real handlers by the first part of the paths that they answer. */
export const groupsIn = (around: Around): Readonly<Record<string, Handler>> => {
  const botsGroup = bots(around);
  const settingsGroup = settings(around);
  const workspacesGroup = workspaces(around);
  const documentsGroup = documents(around.edge, [{ name: 'first', title: 'First', markdown: '# First' }]);
  const connectionsGroup = calendarConnections(around);
  return {
    agent_sessions: agentSessions(around),
    bots: botsGroup,
    meeting_bots: botsGroup,
    brand_kits: brandKits(around),
    calendar_connect_links: connectionsGroup,
    calendar_connections: connectionsGroup,
    calendar_events: calendarEvents(around),
    changelog: documentsGroup,
    docs: documentsGroup,
    files: files(around),
    meetings: meetings(around),
    members: members(around),
    'openapi.json': documentsGroup,
    policies: policies(around),
    settings: settingsGroup,
    settings_assignments: settingsGroup,
    summary_templates: summaryTemplates(around),
    webhook_endpoints: webhookEndpoints({ ...around, lookUp, sender: takesEverything }),
    webhook_events: webhookEvents(around),
    organizations: workspacesGroup,
    workspaces: workspacesGroup,
  };
};
