import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { agentSessions } from '#functions/api/agent-sessions/index';
import { bots } from '#functions/api/bots/index';
import { brandKits } from '#functions/api/brand-kits/index';
import { calendarConnections } from '#functions/api/calendar-connections/index';
import { calendarEvents } from '#functions/api/calendar-events/index';
import { conversations } from '#functions/api/conversations/index';
import { documents } from '#functions/api/documents/index';
import type { Guide } from '#functions/api/documents/page/guide-links';
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

/** What the groups of endpoints work with. */
export type Around = ServedContext & { readonly files: FileStorage; readonly uploadStorage: UploadStorage };

/** The handler of a group, as the gateway calls it. */
export type Group = (event: APIGatewayProxyEventV2, context: never) => unknown;

/** Every name leads to one public address: what a resolver takes is no part of what is tested. */
const lookUp: NameLookup = async () => ['93.184.216.34'];

/** Every group of endpoints by its name. Each is built when it is asked for: a test mostly calls one or two of them. */
export const groupsOver = (context: Around, guides: readonly Guide[] = []): Readonly<Record<string, () => Group>> => ({
  'agent-sessions': () => agentSessions(context),
  bots: () => bots(context),
  'brand-kits': () => brandKits(context),
  'calendar-connections': () => calendarConnections(context),
  'calendar-events': () => calendarEvents(context),
  conversations: () => conversations(context),
  documents: () => documents(context, guides),
  exports: () => exportsGroup(context),
  files: () => files(context),
  folders: () => folders(context),
  glossaries: () => glossaries(context),
  meetings: () => meetings(context),
  members: () => members(context),
  orders: () => orders(context),
  people: () => people(context),
  policies: () => policies(context),
  search: () => search({ ...context, searchEngine: engineOver(context.files) }),
  settings: () => settings(context),
  'style-guides': () => styleGuides(context),
  'summary-templates': () => summaryTemplates(context),
  uploads: () => uploads(context),
  'webhook-endpoints': () =>
    webhookEndpoints({
      ...context,
      lookUp,
      sender: acceptingSender,
    }),
  'webhook-events': () => webhookEvents(context),
  workspaces: () => workspaces(context),
});
