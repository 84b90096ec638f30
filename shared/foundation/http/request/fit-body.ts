import * as v from 'valibot';
import type { Fault } from '#shared/foundation/core/refusal';
import { FaultList, shownPath } from '#shared/foundation/http/request/faults';

/** A schema as far as it leads to others. */
interface Branching {
  readonly type: string;
  readonly entries?: Readonly<Record<string, v.GenericSchema>>;
  readonly item?: v.GenericSchema;
  readonly wrapped?: v.GenericSchema;
  readonly pipe?: readonly [v.GenericSchema, ...Step[]];
}

interface Step {
  readonly type: string;
  readonly requirement?: unknown;
  readonly message?: unknown;
}

/** A body that a schema can validate in bounded work, and what was left out of it. */
export interface FittedBody {
  readonly body: unknown;
  readonly faults: FaultList;
}

/**
 * Leaves unknown fields out of a body, and the items of arrays that are too long, in one traversal. The schema library
 * names one unknown field of each object and validates every item before it looks at the length.
 */
export function fitBody(schema: v.GenericSchema, body: unknown): FittedBody {
  const faults = new FaultList();
  return { body: fitted(schema, body, [], faults), faults };
}

type Path = readonly string[];

function fitted(schema: v.GenericSchema, value: unknown, path: Path, faults: FaultList): unknown {
  const { type, entries, item, wrapped, pipe } = schema as v.GenericSchema & Branching;
  if (Array.isArray(value) && isTooLong(value, pipe, path, faults)) return [];
  const inner = wrapped ?? pipe?.[0];
  if (inner && inner !== schema) return fitted(inner, value, path, faults);
  if (Array.isArray(value)) {
    if (!item) return value;
    return untilTooWrong(
      item,
      value.map((one, at) => fitted(item, one, [...path, `${at}`], faults)),
    );
  }
  if (!entries || typeof value !== 'object' || value === null) return value;
  const isStrict = type === 'strict_object';
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, child]) => {
      const field = Object.hasOwn(entries, name) ? entries[name] : undefined;
      if (field) return [[name, fitted(field, child, [...path, name], faults)] as const];
      if (!isStrict) return [[name, child] as const];
      faults.add(() => unknownField([...path, name]));
      return [];
    }),
  );
}

/** Shorter arrays are validated as a whole. */
const LONG_ARRAY = 1_000;
/** More than the faults that a response lists. */
const MOST_WRONG_ITEMS = 101;

/** A long array up to the item at which too many were wrong: the schema library goes on to the end, with faults for each. */
function untilTooWrong(item: v.GenericSchema, items: readonly unknown[]): readonly unknown[] {
  if (items.length <= LONG_ARRAY) return items;
  let wrong = 0;
  const last = items.findIndex((one) => {
    if (!v.is(item, one)) wrong += 1;
    return wrong === MOST_WRONG_ITEMS;
  });
  return last < 0 ? items : items.slice(0, last + 1);
}

/** Whether the array breaks a `v.maxLength` of its schema, which is reported in the words of that rule. */
function isTooLong(value: readonly unknown[], pipe: Branching['pipe'], path: Path, faults: FaultList): boolean {
  const limit = pipe?.find((step): step is Step => step.type === 'max_length');
  if (typeof limit?.requirement !== 'number' || value.length <= limit.requirement) return false;
  const field = shownPath(path);
  const sentence = String(limit.message).replace(/^\[too_long\] /, '');
  faults.add(() => ({ code: 'too_long', message: `${field} ${sentence}`, field }));
  return true;
}

function unknownField(path: Path): Fault {
  const field = shownPath(path);
  return { code: 'unknown_field', message: `${field} is not a field of this request.`, field };
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
