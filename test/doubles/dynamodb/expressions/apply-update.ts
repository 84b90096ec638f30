import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { validation } from '#test/doubles/dynamodb/errors';
import { addNumbers, subtractNumbers } from '#test/doubles/dynamodb/numbers';
import { copyOf, copyOfItem, type Item, membersOf, sameValue, setOf, typeOf } from '#test/doubles/dynamodb/values';
import { type Path, valueAt } from './paths.ts';
import type { Action, SetValue, Update } from './update-tree.ts';
import { putAt, removeAt } from './write-paths.ts';

const wrongType = () => validation('An operand in the update expression has an incorrect data type');

/** The item after the update. Every value is read from the item as it was before, whatever the order of actions. */
export const applyUpdate = (update: Update, before: Item): Item => {
  const changes = update.map((action) => ({ path: action.path, value: resultOf(action, before) }));
  const after = copyOfItem(before);
  for (const { path, value } of changes) if (value) putAt(after, path, copyOf(value));
  const removed = changes.filter(({ value }) => !value).map(({ path }) => path);
  for (const path of removed.toSorted(lastPositionFirst)) removeAt(after, path);
  return after;
};

/** Whether the update only takes away, so that it makes no item where there is none. */
export const onlyRemoves = (update: Update): boolean =>
  update.every(({ kind }) => kind === 'remove' || kind === 'delete');

/** Positions in a list mean those before the update: take the last away first. */
const lastPositionFirst = (a: Path, b: Path): number => {
  const [one, other] = [a.at(-1), b.at(-1)];
  return typeof one === 'number' && typeof other === 'number' ? other - one : 0;
};

/** What will be at the action's path; nothing if the place will be empty. */
const resultOf = (action: Action, before: Item): AttributeValue | undefined => {
  switch (action.kind) {
    case 'set':
      return evaluate(action.to, before);
    case 'remove':
      return undefined;
    case 'add':
      return added(valueAt(before, action.path), action.value);
    case 'delete':
      return without(valueAt(before, action.path), action.value);
  }
};

const evaluate = (operand: SetValue, before: Item): AttributeValue => {
  switch (operand.kind) {
    case 'value':
      return operand.value;
    case 'path':
      return existing(valueAt(before, operand.path));
    case 'ifNotExists':
      return valueAt(before, operand.path) ?? evaluate(operand.otherwise, before);
    case 'append': {
      const [first, second] = [evaluate(operand.first, before).L, evaluate(operand.second, before).L];
      if (!first || !second) throw wrongType();
      return { L: [...first, ...second] };
    }
    default: {
      const [left, right] = [evaluate(operand.left, before).N, evaluate(operand.right, before).N];
      if (left === undefined || right === undefined) throw wrongType();
      return { N: operand.kind === 'sum' ? addNumbers(left, right) : subtractNumbers(left, right) };
    }
  }
};

const existing = (value: AttributeValue | undefined): AttributeValue => {
  if (!value) throw validation('The provided expression refers to an attribute that does not exist in the item');
  return value;
};

const added = (current: AttributeValue | undefined, value: AttributeValue): AttributeValue | undefined => {
  if (!current) return value;
  if (typeOf(current) !== typeOf(value)) throw wrongType();
  if (current.N !== undefined && value.N !== undefined) return { N: addNumbers(current.N, value.N) };
  const members = membersOf(current) ?? [];
  const more = (membersOf(value) ?? []).filter((one) => !members.some((member) => sameValue(member, one)));
  return setOf(current, [...members, ...more]);
};

const without = (current: AttributeValue | undefined, value: AttributeValue): AttributeValue | undefined => {
  if (!current) return undefined;
  if (typeOf(current) !== typeOf(value)) throw wrongType();
  const gone = membersOf(value) ?? [];
  return setOf(
    current,
    (membersOf(current) ?? []).filter((member) => !gone.some((one) => sameValue(one, member))),
  );
};
