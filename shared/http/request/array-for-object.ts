import type * as v from 'valibot';

/** A schema as far as it leads to others. */
interface Branching {
  readonly type: string;
  readonly entries?: Readonly<Record<string, v.GenericSchema>>;
  readonly item?: v.GenericSchema;
  readonly wrapped?: v.GenericSchema;
  readonly pipe?: readonly [v.GenericSchema, ...unknown[]];
}

/**
 * Where a value has an array though the schema asks for an object there, as a dotted path. The schema library takes
 * one for the other: an empty array has all the fields of an object without required ones.
 */
export function arrayForObject(
  schema: v.GenericSchema,
  value: unknown,
  path: readonly string[] = [],
): string | undefined {
  const { type, entries, item, wrapped, pipe } = schema as v.GenericSchema & Branching;
  const inner = wrapped ?? pipe?.[0];
  if (inner && inner !== schema) return arrayForObject(inner, value, path);
  if (entries && type.endsWith('object')) {
    if (Array.isArray(value)) return path.join('.');
    return firstOf(Object.entries(entries), ([name, one]) =>
      arrayForObject(one, fieldOf(value, name), [...path, name]),
    );
  }
  if (!item || !Array.isArray(value)) return undefined;
  return firstOf([...value.entries()], ([at, one]) => arrayForObject(item, one, [...path, String(at)]));
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;

function firstOf<Item>(items: readonly Item[], find: (item: Item) => string | undefined): string | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}
