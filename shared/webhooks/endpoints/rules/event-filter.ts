import { isJsonObject, type Json } from '#shared/foundation/core/json';

/** Conditions of one event type. */
export const MAX_CONDITIONS = 5;
/** Characters of the filters of one endpoint, as JSON: they are read with every delivery. */
export const MAX_FILTERS_LENGTH = 4_000;

/** How a condition compares: `equals` the whole value, `prefix` its beginning. */
export const FILTER_OPERATORS = ['equals', 'prefix'] as const;

/** One condition on the resource of an event: docs/api/webhooks.md#filters. A type and not an interface, since it is shown as JSON. */
export type FilterCondition = {
  /** From `data.object`, dotted: `metadata.team`, `participants.email`. */
  readonly path: string;
  readonly operator: (typeof FILTER_OPERATORS)[number];
  readonly value: string | number | boolean | null;
};

/** By event type; a type without conditions is sent as it comes. */
export type EventFilters = Readonly<Record<string, readonly FilterCondition[]>>;

/** Whether the endpoint has conditions for events of this type. */
export const hasFilter = (filters: EventFilters, type: string): boolean => conditionsOf(filters, type).length > 0;

/** Whether an event is sent: all conditions of its type hold for the resource, in the shape that the endpoint gets. */
export const passesFilter = (filters: EventFilters, type: string, object: Json): boolean =>
  conditionsOf(filters, type).every((condition) =>
    valuesAt(object, condition.path).some((value) => holdsFor(condition, value)),
  );

const conditionsOf = (filters: EventFilters, type: string): readonly FilterCondition[] =>
  (Object.hasOwn(filters, type) ? filters[type] : undefined) ?? [];

/**
 * The values that a path leads to: none where a part of it is absent, several where it passes through an array. What
 * remains of a path is looked up whole first, because keys of metadata may contain dots.
 */
function valuesAt(value: Json, path: string | undefined): readonly Json[] {
  if (Array.isArray(value)) return value.flatMap((one) => valuesAt(one, path));
  if (path === undefined) return [value];
  if (!isJsonObject(value)) return [];
  if (Object.hasOwn(value, path)) return valuesAt(value[path] ?? null, undefined);
  const dot = path.indexOf('.');
  const [first, rest] = [path.slice(0, dot), path.slice(dot + 1)];
  return dot > 0 && Object.hasOwn(value, first) ? valuesAt(value[first] ?? null, rest) : [];
}

/** Compared as text: metadata holds texts alone, whatever was sent. Null equals nothing but null. */
function holdsFor({ operator, value: wanted }: FilterCondition, value: Json): boolean {
  if (wanted === null) return operator === 'equals' && value === null;
  if (typeof value === 'object') return false;
  return operator === 'equals' ? String(value) === String(wanted) : String(value).startsWith(String(wanted));
}
