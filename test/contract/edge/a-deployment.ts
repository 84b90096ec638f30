import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { agentSessions } from '#functions/api/agent-sessions/index';
import { bots } from '#functions/api/bots/index';
import { brandKits } from '#functions/api/brand-kits/index';
import { calendarConnections } from '#functions/api/calendar-connections/index';
import { calendarEvents } from '#functions/api/calendar-events/index';
import { conversations } from '#functions/api/conversations/index';
import { documents } from '#functions/api/documents/index';
import { exportsGroup } from '#functions/api/exports/index';
import { passOn } from '#functions/api/fallback/pass-on';
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
import { dynamoTable } from '#shared/foundation/dynamodb/table';
import type { FileStorage } from '#shared/foundation/files/ports';
import type { UploadStorage } from '#shared/texts/uploads/ports';
import { contracts } from '#shared/wiring/all-contracts';
import type { ServedContext } from '#shared/wiring/app-context';
import { appContext } from '#shared/wiring/app-context';
import { acceptingSender } from '#test/support/accepting-sender';
import { engineOver } from '#test/support/an-engine';
import { aWorld, callsTo, type World } from '#test/support/api';
import { requestCounter } from '#test/support/request-counter';

type Event = APIGatewayProxyEventV2;
type Result = APIGatewayProxyStructuredResultV2;
type Handle = (event: Event, context: never) => unknown;

/** Every group of endpoints behind the fallback, which finds the group of a request as the gateway's routes do. */
export function everyGroup(
  context: ServedContext & { readonly files: FileStorage; readonly uploadStorage: UploadStorage },
) {
  // Built at the first request: a test mostly calls one or two of them.
  const builders: Readonly<Record<string, () => Handle>> = {
    'agent-sessions': () => agentSessions(context),
    bots: () => bots(context),
    'brand-kits': () => brandKits(context),
    'calendar-connections': () => calendarConnections(context),
    'calendar-events': () => calendarEvents(context),
    conversations: () => conversations(context),
    documents: () => documents(context),
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
        lookUp: async () => ['93.184.216.34'],
        sender: acceptingSender,
      }),
    'webhook-events': () => webhookEvents(context),
    workspaces: () => workspaces(context),
  };
  const handlers: Record<string, Handle | undefined> = {};
  const groups = {
    async call(group: string, event: Event): Promise<Result> {
      handlers[group] ??= builders[group]?.();
      const handle = handlers[group];
      if (!handle) throw new Error(`There is no group ${group}.`);
      return (await handle(event, {} as never)) as Result;
    },
  };
  return passOn({ edge: context, contracts, groups });
}

/** The whole API in memory, with two workspaces that know nothing of each other. */
export async function aDeployment(world: World = aWorld()) {
  const owner = await world.anOwner('Acme');
  const stranger = await world.anOwner('Other');
  return { ...world, world, owner, stranger, call: callsTo(everyGroup(world.context)) };
}

/** The same deployment, called while what it asks of the table is counted. */
export function countedCalls({ context, dynamo }: World) {
  const counter = requestCounter();
  const table = dynamoTable(counter.watch(dynamo), 'main');
  const call = callsTo(everyGroup({ ...context, ...appContext({ ...context, table }) }));
  return (...request: Parameters<typeof call>) => counter.during(() => call(...request));
}

/** The codes of a refusal. */
export const codesOf = ({ body }: { readonly body: { readonly errors: readonly { readonly code: string }[] } }) =>
  body.errors.map(({ code }) => code);
