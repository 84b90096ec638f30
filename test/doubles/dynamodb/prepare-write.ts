import type { ConditionCheck, Delete, Put, Update as UpdateRequest } from '@aws-sdk/client-dynamodb';
import { attributesOf, type TableDefinition } from './definition.ts';
import { invalidParameter, validation } from './errors.ts';
import { applyUpdate, onlyRemoves } from './expressions/apply-update.ts';
import type { Condition } from './expressions/condition-tree.ts';
import { holds } from './expressions/evaluate-condition.ts';
import { parseCondition } from './expressions/parse-condition.ts';
import { parseUpdate } from './expressions/parse-update.ts';
import type { Path } from './expressions/paths.ts';
import { Placeholders } from './expressions/placeholders.ts';
import type { Update } from './expressions/update-tree.ts';
import { sizeOfItem } from './item-size.ts';
import { checkedItem, checkedKey, keyIn, LARGEST_ITEM, nameOfKey, refuseIndexKeys } from './keys.ts';
import type { Item } from './values.ts';

/** A write that was read and found well made; what it does depends on the item it meets. */
export interface PreparedWrite {
  readonly key: Item;
  readonly keyName: string;
  readonly allows: (before: Item | undefined) => boolean;
  /** The item afterwards; throws a ValidationException if it cannot be. */
  readonly next: (before: Item | undefined) => Item | undefined;
  /** The places an update names, for UPDATED_OLD and UPDATED_NEW. */
  readonly paths: readonly Path[];
  readonly answersItemOnFailure: boolean;
}

type Given = Partial<Put & UpdateRequest & Delete & ConditionCheck>;

export const preparePut = (table: TableDefinition, request: Given): PreparedWrite => {
  const item = checkedItem(table, request.Item);
  return prepared(keyIn(table.key, item), request, () => item);
};

export const prepareDelete = (table: TableDefinition, request: Given): PreparedWrite =>
  prepared(checkedKey(table.key, request.Key), request, () => undefined);

export const prepareCheck = (table: TableDefinition, request: Given): PreparedWrite =>
  prepared(checkedKey(table.key, request.Key), request, (before) => before);

export const prepareUpdate = (table: TableDefinition, request: Given): PreparedWrite => {
  const key = checkedKey(table.key, request.Key);
  const placeholders = new Placeholders(request);
  const update = request.UpdateExpression === undefined ? [] : parseUpdate(request.UpdateExpression, placeholders);
  refuseKeyChanges(table, update);
  const next = (before: Item | undefined): Item | undefined => {
    if (!before && update.length > 0 && onlyRemoves(update)) return undefined;
    return updated(table, update, before ?? key);
  };
  return { ...prepared(key, request, next, placeholders), paths: update.map(({ path }) => path) };
};

const prepared = (
  key: Item,
  request: Given,
  next: PreparedWrite['next'],
  placeholders = new Placeholders(request),
): PreparedWrite => {
  const text = request.ConditionExpression;
  const condition = text === undefined ? undefined : parseCondition('ConditionExpression', text, placeholders);
  placeholders.refuseUnused({ hasExpressions: (text ?? request.UpdateExpression) !== undefined });
  return {
    key,
    keyName: nameOfKey(key),
    allows: allowedBy(condition),
    next,
    paths: [],
    answersItemOnFailure: request.ReturnValuesOnConditionCheckFailure === 'ALL_OLD',
  };
};

const allowedBy =
  (condition: Condition | undefined) =>
  (before: Item | undefined): boolean =>
    !condition || holds(condition, before ?? {});

const refuseKeyChanges = (table: TableDefinition, update: Update): void => {
  for (const { name } of attributesOf(table.key))
    if (update.some(({ path: [first] }) => first === name))
      throw invalidParameter(`Cannot update attribute ${name}. This attribute is part of the key`);
};

const updated = (table: TableDefinition, update: Update, before: Item): Item => {
  const after = applyUpdate(update, before);
  refuseIndexKeys(table, after);
  if (sizeOfItem(after) > LARGEST_ITEM) throw validation('Item size to update has exceeded the maximum allowed size');
  return after;
};
