import { QueryCommand, type QueryCommandInput, ScanCommand, type ScanCommandInput } from '@aws-sdk/client-dynamodb';
import { type Operation, on } from '#test/doubles/aws/in-memory-client';
import { attributesOf, type IndexDefinition } from './definition.ts';
import { invalidParameter, validation } from './errors.ts';
import type { Condition } from './expressions/condition-tree.ts';
import { holds } from './expressions/evaluate-condition.ts';
import { namesIn } from './expressions/names-in.ts';
import { parseCondition } from './expressions/parse-condition.ts';
import { Placeholders } from './expressions/placeholders.ts';
import { isInRange, parseKeyCondition, rowsInRange } from './key-condition.ts';
import type { MemoryTable } from './memory-table.ts';
import { checkedStart, lastKey, pageOf, refuseLimit } from './pages.ts';
import { projectionOf } from './read-operations.ts';
import { compareOrders, firstPosition, type Row } from './sorted-rows.ts';
import { canonicalText, compareText, type Item } from './values.ts';
import type { View } from './view.ts';
import type { TableContext } from './write-operations.ts';

export const queryOperations = ({ table, latency }: TableContext): readonly Operation[] => [
  on(QueryCommand, async (input) => {
    const read = prepareQuery(table, input);
    await latency('Query');
    return read();
  }),
  on(ScanCommand, async (input) => {
    const read = prepareScan(table, input);
    await latency('Scan');
    return read();
  }),
];

const prepareQuery = (table: MemoryTable, input: QueryCommandInput) => {
  const { view, placeholders } = prepare(table, input);
  const { partition, sort } = parseKeyCondition(view.key, input.KeyConditionExpression ?? '', placeholders);
  const start = input.ExclusiveStartKey && checkedStart(table, view, input.ExclusiveStartKey);
  if (start && !isInRange(sort, start))
    throw validation('The provided starting key does not match the range key predicate');
  const answer = prepareAnswer(
    table,
    view,
    input,
    placeholders,
    attributesOf(view.key).map(({ name }) => name),
  );
  const forward = input.ScanIndexForward ?? true;
  return () => {
    const rows = after(rowsInRange(view.partition(partition), sort), view, start, forward);
    return answer(forward ? rows : rows.toReversed());
  };
};

const prepareScan = (table: MemoryTable, input: ScanCommandInput) => {
  const { view, placeholders } = prepare(table, input);
  const start = input.ExclusiveStartKey && checkedStart(table, view, input.ExclusiveStartKey);
  const answer = prepareAnswer(table, view, input, placeholders, []);
  return () => answer(view.partitions().flatMap((rows) => afterInScan(rows, view, start)));
};

/** What both have in common: which rows, and refusals that need no rows. */
const prepare = (table: MemoryTable, input: QueryCommandInput | ScanCommandInput) => {
  table.refuseOtherName(input.TableName);
  refuseLimit(input.Limit);
  const { view, index } = table.viewOf(input.IndexName);
  if (index) refuseForIndex(index, input);
  return { view, placeholders: new Placeholders(input) };
};

const refuseForIndex = (
  index: IndexDefinition,
  { ConsistentRead, Select }: QueryCommandInput | ScanCommandInput,
): void => {
  if (ConsistentRead) throw validation('Consistent reads are not supported on global secondary indexes');
  if (Select === 'ALL_ATTRIBUTES' && index.carries !== 'ALL')
    throw invalidParameter(
      `Select type ALL_ATTRIBUTES is not supported for global secondary index ${index.name} because its projection type is not ALL`,
    );
};

/** A page of these rows, filtered and cut as the request says. */
const prepareAnswer = (
  table: MemoryTable,
  view: View,
  input: QueryCommandInput | ScanCommandInput,
  placeholders: Placeholders,
  notFiltered: readonly string[],
) => {
  const filter = filterOf(input.FilterExpression, placeholders, notFiltered);
  const shown = projectionOf(input, placeholders);
  return (rows: readonly Row[]) => {
    const page = pageOf(rows, input.Limit);
    const kept = page.rows.filter(({ item }) => !filter || holds(filter, item));
    const last = page.stopped ? page.rows.at(-1) : undefined;
    return {
      ...(input.Select !== 'COUNT' && { Items: kept.map(({ item }) => shown(item)) }),
      Count: kept.length,
      ScannedCount: page.rows.length,
      ...(last && { LastEvaluatedKey: lastKey(table, view, last) }),
    };
  };
};

const filterOf = (
  text: string | undefined,
  placeholders: Placeholders,
  keys: readonly string[],
): Condition | undefined => {
  if (text === undefined) return undefined;
  const filter = parseCondition('FilterExpression', text, placeholders);
  const key = namesIn(filter).find((name) => keys.includes(name));
  if (key !== undefined)
    throw validation(`Filter Expression can only contain non-primary key attributes: Primary key attribute: ${key}`);
  return filter;
};

/** The rows beyond the start key, on the side the query goes to. */
const after = (rows: readonly Row[], view: View, start: Item | undefined, forward: boolean): readonly Row[] => {
  if (!start) return rows;
  const order = view.orderOf(start);
  if (forward) return rows.slice(firstPosition(rows, (row) => compareOrders(row.order, order) > 0));
  return rows.slice(
    0,
    firstPosition(rows, (row) => compareOrders(row.order, order) >= 0),
  );
};

const afterInScan = (rows: readonly Row[], view: View, start: Item | undefined): readonly Row[] => {
  const own = rows[0]?.item[view.key.partition.name];
  const begun = start?.[view.key.partition.name];
  const order = own && begun ? compareText(canonicalText(own), canonicalText(begun)) : 1;
  if (order < 0) return [];
  return order === 0 ? after(rows, view, start, true) : rows;
};
