import { dynamoTable } from '#shared/dynamodb/table';
import type { FileStorage } from '#shared/files/ports/file-storage';
import type { AppContext } from '#shared/http/ports/app-context';
import { appContext } from '#shared/wiring/app-context';
import { callsTo, type World } from '#test/support/api';
import { requestCounter } from '#test/support/aws/counting';
import { type Latency, oneTurn } from '#test/support/aws/waiting';

type Around = AppContext & { readonly files: FileStorage };

/** Reads by id leave a turn later than queries do: a trip takes longer than that, or the two would look like a chain. */
const threeTurns: Latency = async (operation) => {
  for (let turn = 0; turn < 3; turn += 1) await oneTurn(operation);
};

/** Calls a group in a world that is there already, and counts the round trips to the table that each call costs. */
export function countedCallsTo({ context, dynamo }: World, group: (context: Around) => Parameters<typeof callsTo>[0]) {
  const counter = requestCounter(threeTurns);
  const table = dynamoTable(counter.watch(dynamo), 'main');
  const call = callsTo(group({ ...context, ...appContext({ ...context, table }) }));
  return (...request: Parameters<typeof call>) => counter.during(() => call(...request));
}
