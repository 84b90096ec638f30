import { agentSessions } from '#functions/api/agent-sessions/index';
import { bots } from '#functions/api/bots/index';
import { brandKits } from '#functions/api/brand-kits/index';
import { calendarConnections } from '#functions/api/calendar-connections/index';
import { calendarEvents } from '#functions/api/calendar-events/index';
import { conversations } from '#functions/api/conversations/index';
import { documents } from '#functions/api/documents/index';
import { exportsGroup } from '#functions/api/exports/index';
import { files } from '#functions/api/files/index';
import { folders } from '#functions/api/folders/index';
import { glossaries } from '#functions/api/glossaries/index';
import { meetings } from '#functions/api/meetings/index';
import { members } from '#functions/api/members/index';
import { orders } from '#functions/api/orders/index';
import { people } from '#functions/api/people/index';
import { policies } from '#functions/api/policies/index';
import { search } from '#functions/api/search/index';
import { settings } from '#functions/api/settings/index';
import { styleGuides } from '#functions/api/style-guides/index';
import { summaryTemplates } from '#functions/api/summary-templates/index';
import { uploads } from '#functions/api/uploads/index';
import { webhookEndpoints } from '#functions/api/webhook-endpoints/index';
import { webhookEvents } from '#functions/api/webhook-events/index';
import { workspaces } from '#functions/api/workspaces/index';
import type { FileStorage } from '#shared/foundation/files/ports';
import type { UploadStorage } from '#shared/texts/uploads/ports';
import type { NameLookup } from '#shared/webhooks/addresses/resolve-name';
import type { ServedContext } from '#shared/wiring/app-context';
import { acceptingSender } from '#test/support/accepting-sender';
import { engineOver } from '#test/support/an-engine';
import type { Handler } from './gateway.ts';

export type Around = ServedContext & { readonly files: FileStorage; readonly uploadStorage: UploadStorage };

/** Every name leads to one public address: what a resolver takes is no part of what is measured. */
const lookUp: NameLookup = async () => ['93.184.216.34'];

/** The real handlers by the first part of the paths that they answer. */
export const groupsIn = (context: Around): Readonly<Record<string, Handler>> => {
  const botsGroup = bots(context);
  const settingsGroup = settings(context);
  const workspacesGroup = workspaces(context);
  const documentsGroup = documents(context, [{ name: 'first', title: 'First', markdown: '# First' }]);
  const conversationsGroup = conversations(context);
  const ordersGroup = orders(context);
  const peopleGroup = people(context);
  const connectionsGroup = calendarConnections(context);
  return {
    agent_sessions: agentSessions(context),
    bots: botsGroup,
    meeting_bots: botsGroup,
    brand_kits: brandKits(context),
    calendar_connect_links: connectionsGroup,
    calendar_connections: connectionsGroup,
    calendar_feeds: connectionsGroup,
    calendar_events: calendarEvents(context),
    changelog: documentsGroup,
    docs: documentsGroup,
    exports: exportsGroup(context),
    files: files(context),
    folders: folders(context),
    glossaries: glossaries(context),
    meetings: meetings(context),
    members: members(context),
    conversations: conversationsGroup,
    transcriptions: conversationsGroup,
    orders: ordersGroup,
    transcribe: ordersGroup,
    subtitle: ordersGroup,
    translate: ordersGroup,
    task: ordersGroup,
    'openapi.json': documentsGroup,
    'asyncapi.json': documentsGroup,
    'llms.txt': documentsGroup,
    'llms-full.txt': documentsGroup,
    people: peopleGroup,
    companies: peopleGroup,
    policies: policies(context),
    search: search({ ...context, searchEngine: engineOver(context.files) }),
    settings: settingsGroup,
    settings_assignments: settingsGroup,
    style_guides: styleGuides(context),
    summary_templates: summaryTemplates(context),
    uploads: uploads(context),
    webhook_endpoints: webhookEndpoints({ ...context, lookUp, sender: acceptingSender }),
    webhook_events: webhookEvents(context),
    organizations: workspacesGroup,
    organization_memberships: workspacesGroup,
    usage: workspacesGroup,
    audit_events: workspacesGroup,
    agents: workspacesGroup,
    workspaces: workspacesGroup,
  };
};
