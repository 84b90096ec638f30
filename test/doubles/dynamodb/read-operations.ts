import {
  type AttributeValue,
  BatchGetItemCommand,
  type BatchGetItemCommandInput,
  GetItemCommand,
  type KeysAndAttributes,
} from '@aws-sdk/client-dynamodb';
import { type Operation, on } from '#test/doubles/aws/in-memory-client';
import { validation } from './errors.ts';
import { Placeholders } from './expressions/placeholders.ts';
import { parseProjection, project } from './expressions/projections.ts';
import { checkedKey, nameOfKey } from './keys.ts';
import type { MemoryTable } from './memory-table.ts';
import { copyOfItem, type Item } from './values.ts';
import type { TableContext } from './write-operations.ts';

const MOST_KEYS = 100;
const MOST_BYTES = 16 * 1_024 * 1_024;

export const readOperations = ({ table, latency, leavesUnread }: TableContext): readonly Operation[] => [
  on(GetItemCommand, async (input) => {
    table.refuseOtherName(input.TableName);
    const key = checkedKey(table.definition.key, input.Key);
    const shown = projectionOf(input);
    await latency('GetItem');
    const item = table.base.find(key);
    return item ? { Item: shown(item) } : {};
  }),
  on(BatchGetItemCommand, async (input) => {
    const wanted = prepareBatch(table, input);
    await latency('BatchGetItem');
    return answerBatch(table, wanted, leavesUnread);
  }),
];

/** What a request wants to see of an item; refuses names it gives and does not use. */
export const projectionOf = (
  request: { readonly ProjectionExpression?: string | undefined } & ConstructorParameters<typeof Placeholders>[0],
  placeholders = new Placeholders(request),
): ((item: Item) => Item) => {
  const text = request.ProjectionExpression;
  const paths = text === undefined ? undefined : parseProjection(text, placeholders);
  placeholders.refuseUnused({ hasExpressions: Object.keys(request).some((name) => name.endsWith('Expression')) });
  return (item) => copyOfItem(paths ? project(item, paths) : item);
};

interface Wanted {
  readonly tableName: string;
  readonly request: KeysAndAttributes;
  readonly key: Item;
  readonly shown: (item: Item) => Item;
}

const prepareBatch = (table: MemoryTable, { RequestItems = {} }: BatchGetItemCommandInput): readonly Wanted[] => {
  const wanted = Object.entries(RequestItems).flatMap(([tableName, request]) => {
    table.refuseOtherName(tableName);
    const shown = projectionOf(request);
    const keys = (request.Keys ?? []).map((key) => checkedKey(table.definition.key, key));
    if (new Set(keys.map(nameOfKey)).size < keys.length)
      throw validation('Provided list of item keys contains duplicates');
    return keys.map((key) => ({ tableName, request, key, shown }));
  });
  if (wanted.length === 0) throw validation('The list of keys in RequestItems for BatchGetItem is required');
  if (wanted.length > MOST_KEYS) throw validation('Too many items requested for the BatchGetItem call');
  return wanted;
};

/** Items in no promised order (here: as asked for), up to 16 MB; the keys beyond, and those of a busy table, are handed back. */
const answerBatch = (table: MemoryTable, wanted: readonly Wanted[], leavesUnread: () => boolean) => {
  const Responses: Record<string, Record<string, AttributeValue>[]> = {};
  const UnprocessedKeys: Record<string, KeysAndAttributes> = {};
  let bytes = 0;
  for (const { tableName, request, key, shown } of wanted) {
    const row = table.base.row(key);
    Responses[tableName] ??= [];
    bytes += row?.size ?? 0;
    if (bytes > MOST_BYTES || leavesUnread())
      UnprocessedKeys[tableName] = { ...request, Keys: [...(UnprocessedKeys[tableName]?.Keys ?? []), copyOfItem(key)] };
    else if (row) Responses[tableName].push(shown(row.item));
  }
  return { Responses, UnprocessedKeys };
};
