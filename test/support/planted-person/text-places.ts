import * as v from 'valibot';
import type { Contract } from '#shared/foundation/http/contract';

interface Shape {
  readonly entries?: Readonly<Record<string, v.GenericSchema>>;
  readonly item?: v.GenericSchema;
  readonly wrapped?: v.GenericSchema;
  readonly options?: readonly unknown[];
}

/**
 * The fields of a request's body that take these texts as they are, dotted, with `0` for an item of a list; found by
 * trying, so that no field is left out for its name. Those of a kept behaviour of older versions are among them.
 */
export function textPlacesIn({ body, bodyKept }: Contract, texts: readonly string[]): readonly string[] {
  const found = [body, bodyKept?.body].flatMap((schema) => (schema ? placesIn(schema, '', texts) : []));
  return [...new Set(found)].sort();
}

function placesIn(schema: v.GenericSchema, field: string, texts: readonly string[]): readonly string[] {
  const { entries, item, wrapped, options } = schema as Shape;
  if (wrapped) return placesIn(wrapped, field, texts);
  if (entries)
    return Object.entries(entries).flatMap(([name, inner]) =>
      placesIn(inner, field === '' ? name : `${field}.${name}`, texts),
    );
  if (item) return placesIn(item, `${field}.0`, texts);
  const inOptions = (options ?? []).flatMap((option) => (isSchema(option) ? placesIn(option, field, texts) : []));
  return inOptions.length > 0 || !texts.some((text) => v.safeParse(schema, text).success) ? inOptions : [field];
}

const isSchema = (value: unknown): value is v.GenericSchema =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'schema';
