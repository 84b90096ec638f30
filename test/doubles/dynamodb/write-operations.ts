import {
  BatchWriteItemCommand,
  type BatchWriteItemCommandInput,
  DeleteItemCommand,
  PutItemCommand,
  type ReturnValue,
  UpdateItemCommand,
  type WriteRequest,
} from '@aws-sdk/client-dynamodb';
import { type Operation, on } from '#test/doubles/aws/in-memory-client';
import type { Latency } from '#test/doubles/aws/latency';
import { conditionFailed, transactionConflict, validation } from './errors.ts';
import { project } from './expressions/projections.ts';
import type { InFlight } from './in-flight.ts';
import type { MemoryTable } from './memory-table.ts';
import { type PreparedWrite, prepareDelete, preparePut, prepareUpdate } from './prepare-write.ts';
import { copyOfItem, type Item } from './values.ts';

/** What the operations of a table share. */
export interface TableContext {
  readonly table: MemoryTable;
  readonly inFlight: InFlight;
  readonly latency: Latency;
  /** Whether a batch of reads hands this key back. */
  readonly leavesUnread: () => boolean;
}

const MOST_IN_A_BATCH = 25;

export const writeOperations = (work: TableContext): readonly Operation[] => [
  on(PutItemCommand, async (input) => {
    work.table.refuseOtherName(input.TableName);
    refuseReturnValues(input.ReturnValues, ['NONE', 'ALL_OLD']);
    const write = preparePut(work.table.definition, { ...input, TableName: input.TableName });
    const { before } = await commitAlone(work, 'PutItem', write);
    return attributes(input.ReturnValues === 'ALL_OLD' ? before : undefined);
  }),
  on(DeleteItemCommand, async (input) => {
    work.table.refuseOtherName(input.TableName);
    refuseReturnValues(input.ReturnValues, ['NONE', 'ALL_OLD']);
    const { before } = await commitAlone(work, 'DeleteItem', prepareDelete(work.table.definition, input));
    return attributes(input.ReturnValues === 'ALL_OLD' ? before : undefined);
  }),
  on(UpdateItemCommand, async (input) => {
    work.table.refuseOtherName(input.TableName);
    const write = prepareUpdate(work.table.definition, input);
    const { before, after } = await commitAlone(work, 'UpdateItem', write);
    return attributes(answerOfUpdate(input.ReturnValues, write, before, after));
  }),
  on(BatchWriteItemCommand, async (input) => {
    const writes = prepareBatch(work, input);
    await work.latency('BatchWriteItem');
    const refused = writes.filter(({ write }) => !commitUnlessTaken(work, write));
    return refused.length > 0 ? { UnprocessedItems: byTable(refused) } : { UnprocessedItems: {} };
  }),
];

/** One write on its own: refused while a transaction has the item, at the start or when it would commit. */
const commitAlone = async (work: TableContext, operation: string, write: PreparedWrite) => {
  const refusedAtStart = work.inFlight.has(write.keyName);
  await work.latency(operation);
  if (refusedAtStart || work.inFlight.has(write.keyName)) throw transactionConflict();
  const before = work.table.base.find(write.key);
  if (!write.allows(before))
    throw conditionFailed(before && write.answersItemOnFailure ? copyOfItem(before) : undefined);
  const after = write.next(before);
  work.table.commit(write.key, after, write.keyName);
  return { before, after };
};

const attributes = (item: Item | undefined) =>
  item && Object.keys(item).length > 0 ? { Attributes: copyOfItem(item) } : {};

const refuseReturnValues = (given: ReturnValue | undefined, allowed: readonly ReturnValue[]): void => {
  if (given && !allowed.includes(given)) throw validation('Return values set to invalid value');
};

const answerOfUpdate = (
  wanted: ReturnValue | undefined,
  { paths }: PreparedWrite,
  before: Item | undefined,
  after: Item | undefined,
): Item | undefined => {
  if (wanted === 'ALL_OLD') return before;
  if (wanted === 'ALL_NEW') return after;
  if (wanted === 'UPDATED_OLD') return before && project(before, paths);
  return wanted === 'UPDATED_NEW' ? after && project(after, paths) : undefined;
};

interface BatchedWrite {
  readonly tableName: string;
  readonly request: WriteRequest;
  readonly write: PreparedWrite;
}

const prepareBatch = ({ table }: TableContext, input: BatchWriteItemCommandInput): readonly BatchedWrite[] => {
  const writes = Object.entries(input.RequestItems ?? {}).flatMap(([tableName, requests]) => {
    table.refuseOtherName(tableName);
    return requests.map((request) => ({ tableName, request, write: prepareOne(table, request) }));
  });
  if (writes.length === 0) throw validation('The batch write request list for a table cannot be null or empty');
  if (writes.length > MOST_IN_A_BATCH) throw validation('Too many items requested for the BatchWriteItem call');
  if (new Set(writes.map(({ write }) => write.keyName)).size < writes.length)
    throw validation('Provided list of item keys contains duplicates');
  return writes;
};

const prepareOne = ({ definition }: MemoryTable, { PutRequest, DeleteRequest }: WriteRequest): PreparedWrite => {
  if (PutRequest) return preparePut(definition, { Item: PutRequest.Item });
  if (DeleteRequest) return prepareDelete(definition, { Key: DeleteRequest.Key });
  throw validation('Supplied WriteRequest is empty, must contain exactly one of the supported operations');
};

const commitUnlessTaken = ({ table, inFlight }: TableContext, write: PreparedWrite): boolean => {
  if (inFlight.has(write.keyName)) return false;
  table.commit(write.key, write.next(undefined), write.keyName);
  return true;
};

const byTable = (writes: readonly BatchedWrite[]): Record<string, WriteRequest[]> => {
  const tables: Record<string, WriteRequest[]> = {};
  for (const { tableName, request } of writes) tables[tableName] = [...(tables[tableName] ?? []), request];
  return tables;
};
