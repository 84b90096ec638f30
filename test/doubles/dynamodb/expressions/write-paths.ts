import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { validation } from '#test/doubles/dynamodb/errors';
import type { Item } from '#test/doubles/dynamodb/values';
import { type Path, valueAt } from './paths.ts';

const nowhere = () => validation('The document path provided in the update expression is invalid for update');

/** Puts a value at a place of a working copy; the map or list it goes into must be there already. */
export const putAt = (item: Item, path: Path, value: AttributeValue): void => {
  const { parent, step } = lastStep(item, path);
  if (typeof step === 'string' && parent?.M) parent.M[step] = value;
  else if (typeof step === 'number' && parent?.L) parent.L.splice(step, 1, value);
  else throw nowhere();
};

/** Empties a place of a working copy. Nothing there is no error; no map or list around it is one. */
export const removeAt = (item: Item, path: Path): void => {
  const { parent, step } = lastStep(item, path);
  if (typeof step === 'string' && parent?.M) delete parent.M[step];
  else if (typeof step === 'number' && parent?.L) parent.L.splice(step, 1);
  else throw nowhere();
};

/** The map or list a path ends in (the item itself is a map), and the name or position there. */
const lastStep = (
  item: Item,
  [first, ...rest]: Path,
): { parent: AttributeValue | undefined; step: string | number } => {
  const step = rest.at(-1);
  return step === undefined
    ? { parent: { M: item }, step: first }
    : { parent: valueAt(item, [first, ...rest.slice(0, -1)]), step };
};
