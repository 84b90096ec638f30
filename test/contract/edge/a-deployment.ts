import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { passOn } from '#functions/api/fallback/pass-on';
import { contracts } from '#shared/wiring/all-contracts';
import { appContext } from '#shared/wiring/app-context';
import { tableOver } from '#test/doubles/dynamodb/table-over';
import { aWorld, callsTo, type World } from '#test/support/api';
import { type Around, type Group, groupsOver } from '#test/support/api-groups';
import { requestCounter } from '#test/support/request-counter';

type Event = APIGatewayProxyEventV2;
type Result = APIGatewayProxyStructuredResultV2;

/** Every group of endpoints behind the fallback, which finds the group of a request as the gateway's routes do. */
export function everyGroup(context: Around) {
  const builders = groupsOver(context);
  const handlers: Record<string, Group | undefined> = {};
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
  const table = tableOver(counter.watch(dynamo));
  const call = callsTo(everyGroup({ ...context, ...appContext({ ...context, table }) }));
  return (...request: Parameters<typeof call>) => counter.during(() => call(...request));
}

/** The codes of a refusal. */
export const codesOf = ({ body }: { readonly body: { readonly errors: readonly { readonly code: string }[] } }) =>
  body.errors.map(({ code }) => code);
