import {
  type CancellationReason,
  type TransactWriteItem,
  TransactWriteItemsCommand,
  type TransactWriteItemsCommandInput,
} from '@aws-sdk/client-dynamodb';
import { type Operation, on } from '#test/doubles/aws/in-memory-client';
import type { TimeSource } from '#test/doubles/aws/latency';
import { isValidation, SchemaMismatch, transactionCanceled, validation } from './errors.ts';
import { sizeOfItem } from './item-size.ts';
import type { MemoryTable } from './memory-table.ts';
import { type PreparedWrite, prepareCheck, prepareDelete, preparePut, prepareUpdate } from './prepare-write.ts';
import { RequestTokens } from './request-tokens.ts';
import { copyOfItem, type Item } from './values.ts';
import type { TableContext } from './write-operations.ts';

const MOST_ITEMS = 100;
const MOST_BYTES = 4 * 1_024 * 1_024;

export const transactionOperations = (work: TableContext, time: TimeSource): readonly Operation[] => {
  const tokens = new RequestTokens(time);
  return [
    on(TransactWriteItemsCommand, async (input) => {
      const writes = prepareAll(work.table, input);
      const token = tokens.claim(input);
      if (token === 'done before') {
        await work.latency('TransactWriteItems');
        return {};
      }
      try {
        await commitTogether(work, writes);
        token.succeeded();
      } finally {
        token.ended();
      }
      return {};
    }),
  ];
};

/**
 * All or nothing. The items are taken when the request is sent and given back when it ends; a transaction that finds
 * one of its items taken is cancelled, and takes none.
 */
const commitTogether = async (work: TableContext, writes: readonly PreparedWrite[]): Promise<void> => {
  const conflicts = writes.map(({ keyName }) => work.inFlight.has(keyName));
  if (conflicts.includes(true)) {
    await work.latency('TransactWriteItems');
    throw transactionCanceled(conflicts.map((taken) => (taken ? CONFLICT : NONE)));
  }
  const keys = writes.map(({ keyName }) => keyName);
  work.inFlight.take(keys);
  try {
    await work.latency('TransactWriteItems');
    for (const { write, after } of outcomesOf(work.table, writes)) work.table.commit(write.key, after, write.keyName);
  } finally {
    work.inFlight.release(keys);
  }
};

const NONE: CancellationReason = { Code: 'None' };
const CONFLICT: CancellationReason = { Code: 'TransactionConflict', Message: 'Transaction is ongoing for the item' };

interface Outcome {
  readonly write: PreparedWrite;
  readonly after: Item | undefined;
  readonly reason: CancellationReason;
}

const outcomesOf = (table: MemoryTable, writes: readonly PreparedWrite[]): readonly Outcome[] => {
  const outcomes = writes.map((write) => outcomeOf(write, table.base.find(write.key)));
  const reasons = outcomes.map(({ reason }) => reason);
  if (reasons.some((reason) => reason !== NONE)) throw transactionCanceled(reasons);
  refuseTooMuch(outcomes.flatMap(({ after }) => (after ? [after] : [])));
  return outcomes;
};

const outcomeOf = (write: PreparedWrite, before: Item | undefined): Outcome => {
  if (!write.allows(before)) return { write, after: before, reason: conditionReason(write, before) };
  try {
    return { write, after: write.next(before), reason: NONE };
  } catch (error) {
    if (!isValidation(error)) throw error;
    return { write, after: before, reason: { Code: 'ValidationError', Message: error.message } };
  }
};

const conditionReason = (write: PreparedWrite, before: Item | undefined): CancellationReason => ({
  Code: 'ConditionalCheckFailed',
  Message: 'The conditional request failed',
  ...(before && write.answersItemOnFailure && { Item: copyOfItem(before) }),
});

const refuseTooMuch = (items: readonly Item[]): void => {
  if (items.reduce((total, item) => total + sizeOfItem(item), 0) > MOST_BYTES)
    throw validation('Transaction request exceeds the 4MB transaction size limit');
};

const prepareAll = (table: MemoryTable, { TransactItems = [] }: TransactWriteItemsCommandInput) => {
  if (TransactItems.length === 0) throw outOfBounds('greater than or equal to 1');
  if (TransactItems.length > MOST_ITEMS) throw outOfBounds(`less than or equal to ${MOST_ITEMS}`);
  refuseTooMuch(TransactItems.flatMap(({ Put }) => (Put?.Item ? [Put.Item] : [])));
  const writes = TransactItems.map((item) => prepareOne(table, item));
  if (new Set(writes.map(({ keyName }) => keyName)).size < writes.length)
    throw validation('Transaction request cannot include multiple operations on one item');
  return writes;
};

const outOfBounds = (bound: string) =>
  validation(
    `1 validation error detected: Value at 'transactItems' failed to satisfy constraint: Member must have length ${bound}`,
  );

const prepareOne = (table: MemoryTable, item: TransactWriteItem): PreparedWrite => {
  const named = [item.Put, item.Update, item.Delete, item.ConditionCheck].filter((one) => one !== undefined);
  if (named.length !== 1) throw validation('TransactItems can only contain one of Check, Put, Update or Delete');
  table.refuseOtherName(named[0]?.TableName);
  try {
    return prepareNamed(table, item);
  } catch (error) {
    if (!(error instanceof SchemaMismatch)) throw error;
    return misfit(item.Put?.Item ?? named[0], error);
  }
};

const prepareNamed = ({ definition }: MemoryTable, item: TransactWriteItem): PreparedWrite => {
  if (item.Put) return preparePut(definition, item.Put);
  if (item.Update) return prepareUpdate(definition, item.Update);
  return item.Delete ? prepareDelete(definition, item.Delete) : prepareCheck(definition, item.ConditionCheck ?? {});
};

/** A part that can never be applied, and touches no item. */
const misfit = (part: object | undefined, error: SchemaMismatch): PreparedWrite => ({
  key: {},
  keyName: JSON.stringify(part),
  allows: () => true,
  next: () => {
    throw error;
  },
  paths: [],
  answersItemOnFailure: false,
});
