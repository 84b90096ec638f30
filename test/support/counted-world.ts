import type { FileStorage } from '#shared/ports/file-storage';
import { dynamoTable } from '#shared/storage/table';
import { type Surroundings, surroundings } from '#shared/wiring/surroundings';
import { callsTo, type World } from '#test/support/api';
import { requestCounter } from '#test/support/aws/counting';

type Around = Surroundings & { readonly files: FileStorage };

/** Calls a group in a world that is there already, and counts the round trips to the table that each call costs. */
export function countedCallsTo({ around, dynamo }: World, group: (around: Around) => Parameters<typeof callsTo>[0]) {
  const counter = requestCounter();
  const table = dynamoTable(counter.watch(dynamo), 'main');
  const call = callsTo(group({ ...around, ...surroundings({ ...around, table }) }));
  return (...request: Parameters<typeof call>) => counter.during(() => call(...request));
}
