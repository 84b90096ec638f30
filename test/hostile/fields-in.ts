import type * as v from 'valibot';

export interface Field {
  readonly path: readonly string[];
  readonly kind: 'array' | 'group' | 'value';
  /** Of an array: the most items that its schema allows. */
  readonly most?: number | undefined;
}

interface Step {
  readonly type: string;
  readonly requirement?: unknown;
}

interface Branching {
  readonly type: string;
  readonly entries?: Readonly<Record<string, v.GenericSchema>>;
  readonly item?: v.GenericSchema;
  readonly wrapped?: v.GenericSchema;
  readonly pipe?: readonly [v.GenericSchema, ...Step[]];
}

/** Every field of a schema, the groups and arrays among them, but for those inside the items of arrays. */
export function fieldsIn(schema: v.GenericSchema, path: readonly string[] = [], most?: number): readonly Field[] {
  const { type, entries, item, wrapped, pipe } = schema as v.GenericSchema & Branching;
  const limit = pipe?.find((step): step is Step => step.type === 'max_length')?.requirement;
  const inner = wrapped ?? pipe?.[0];
  if (inner && inner !== schema) return fieldsIn(inner, path, typeof limit === 'number' ? limit : most);
  const own: readonly Field[] = path.length === 0 ? [] : [{ path, kind: kindOf(type), most }];
  if (item) return own;
  return [...own, ...Object.entries(entries ?? {}).flatMap(([name, field]) => fieldsIn(field, [...path, name]))];
}

const kindOf = (type: string): Field['kind'] => {
  if (type === 'array') return 'array';
  return type.endsWith('object') ? 'group' : 'value';
};
