import type { Json, JsonObject } from '#shared/foundation/core/json';
import { SAMPLES } from '#shared/wiring/documents/sample-values';

/** What a schema of the document may say, as far as an example is made of it. */
interface Described {
  readonly $ref?: string;
  readonly type?: string;
  readonly const?: Json;
  readonly enum?: readonly Json[];
  readonly examples?: readonly Json[];
  readonly anyOf?: readonly Described[];
  readonly oneOf?: readonly Described[];
  readonly properties?: Readonly<Record<string, Described>>;
  readonly items?: Described;
  readonly pattern?: string;
  readonly format?: string;
  readonly minimum?: number;
}

const COMPONENT = '#/components/schemas/';

type Maker = (schema: Described, at: readonly string[]) => Json | undefined;

/** Makes examples of what schemas describe: of the sample values, else of the schema's own words. */
export function exampleMaker(components: JsonObject): (schema: JsonObject) => Json | undefined {
  const made: Maker = (schema, at) => {
    if (schema.$ref !== undefined) return ofComponent(schema.$ref.slice(COMPONENT.length));
    const sample = sampleAt(at);
    return sample !== 'none' && fits(schema, sample.value) ? sample.value : ofWords(schema, at, made);
  };
  const ofComponent = (name: string) => made(components[name] as Described, [name]);
  return (schema) => made(schema as Described, ['']);
}

function ofWords(schema: Described, at: readonly string[], made: Maker): Json | undefined {
  const said = schema.const ?? schema.examples?.[0] ?? schema.enum?.[0];
  if (said !== undefined) return said;
  const [alternative] = (schema.anyOf ?? schema.oneOf ?? []).filter(({ type }) => type !== 'null');
  if (alternative) return made(alternative, at);
  if (schema.properties) return ofFields(schema.properties, at, made);
  if (schema.type === 'array') return schema.items ? present([made(schema.items, at)]) : [];
  return plain(schema, at);
}

const ofFields = (properties: NonNullable<Described['properties']>, at: readonly string[], made: Maker): JsonObject =>
  Object.fromEntries(
    Object.entries(properties).flatMap(([name, schema]) => {
      const value = made(schema, [...at, name]);
      return value === undefined ? [] : [[name, value]];
    }),
  );

/** By the longest end of its path that is known. */
function sampleAt(at: readonly string[]): { readonly value: Json | undefined } | 'none' {
  const ends = at.map((_, from) => at.slice(from).join('.'));
  const known = ends.find((end) => Object.hasOwn(SAMPLES, end));
  return known === undefined ? 'none' : { value: SAMPLES[known] };
}

/** Whether a sample is of the kind that the schema asks for: a name may mean another thing elsewhere. */
function fits({ anyOf, oneOf, type, enum: known, pattern }: Described, value: Json | undefined): boolean {
  const alternatives = anyOf ?? oneOf;
  if (value === undefined) return true;
  if (alternatives) return alternatives.some((one) => fits(one, value));
  if (known) return known.includes(value);
  if (type !== undefined && !kindsOf(value).includes(type)) return false;
  return pattern === undefined || typeof value !== 'string' || new RegExp(pattern).test(value);
}

function kindsOf(value: Json): readonly string[] {
  if (value === null) return ['null'];
  if (Array.isArray(value)) return ['array'];
  if (typeof value === 'number') return Number.isInteger(value) ? ['integer', 'number'] : ['number'];
  return [typeof value];
}

const present = (values: readonly (Json | undefined)[]): Json[] => values.filter((value) => value !== undefined);

function plain({ type, pattern, format, minimum }: Described, at: readonly string[]): Json {
  switch (type) {
    case 'boolean':
      return true;
    case 'integer':
    case 'number':
      return minimum ?? 1;
    case 'object':
      return {};
    case 'null':
      return null;
    default:
      return textOf({ pattern, format }, at.at(-1) ?? '');
  }
}

const PREFIX = /^\^([a-z]+)_/;

function textOf({ pattern, format }: { pattern: string | undefined; format: string | undefined }, name: string): Json {
  const [, prefix] = PREFIX.exec(pattern ?? '') ?? [];
  if (prefix !== undefined) return idSample(prefix);
  if (format === 'date-time') return '2026-11-02T10:00:00.000Z';
  if (format === 'date') return '2026-10-12';
  return name;
}

/** The same id wherever an example names one of its kind. */
const idSample = (prefix: string): string => `${prefix}_01kcw3v9e2f3hb5wnkq8zr6m4t`;
