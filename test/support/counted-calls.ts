import type { FileStorage } from '#shared/foundation/files/ports';
import type { UploadStorage } from '#shared/texts/uploads/ports';
import type { ServedContext } from '#shared/wiring/app-context';
import { appContext } from '#shared/wiring/app-context';
import { type Latency, oneTurn } from '#test/doubles/aws/latency';
import { tableOver } from '#test/doubles/dynamodb/table-over';
import { callsTo, type World } from '#test/support/api';
import { requestCounter } from '#test/support/request-counter';

type Around = ServedContext & { readonly files: FileStorage; readonly uploadStorage: UploadStorage };

/** Reads by id are sent one turn of the event loop after queries. A trip takes longer, so that both overlap. */
const threeTurns: Latency = async (operation) => {
  for (let turn = 0; turn < 3; turn += 1) await oneTurn(operation);
};

/** Calls to a group of endpoints, with the requests and round trips to the table of each call. */
export function countedCallsTo({ context, dynamo }: World, group: (context: Around) => Parameters<typeof callsTo>[0]) {
  const counter = requestCounter(threeTurns);
  const table = tableOver(counter.watch(dynamo));
  const call = callsTo(group({ ...context, ...appContext({ ...context, table }) }));
  return (...request: Parameters<typeof call>) => counter.during(() => call(...request));
}
