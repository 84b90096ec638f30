import { type ConversionConfig, type JsonSchema, toJsonSchema, toJsonSchemaDefs } from '@valibot/to-json-schema';
import * as v from 'valibot';
import type { JsonObject } from '#shared/foundation/core/json';
import { withDescriptions } from '#shared/wiring/documents/field-descriptions';

export interface JsonSchemas {
  /** Under `components.schemas`. */
  readonly components: JsonObject;
  /** The parameters of a request by name, with no other descriptions than those of their own schemas. */
  readonly parameters: (schema: v.GenericSchema) => JsonObject;
  /** The body of a request: fields that it does not name are refused. */
  readonly asked: (schema: v.GenericSchema) => JsonObject;
  /** A part of an answer, with references to the components in it: fields may be added at any time. */
  readonly answered: (schema: v.GenericSchema) => JsonObject;
}

const HAS_OWN_SCHEMA = v.object({ jsonSchema: v.record(v.string(), v.unknown()) });
const HAS_MORE_SCHEMA = v.object({ besideJsonSchema: v.record(v.string(), v.unknown()) });

/**
 * Rules that only code can say are left out of the document, unless `documented()` says them in other words; a default
 * that is written as text stands as the number it is read as.
 */
const config: ConversionConfig = {
  target: 'draft-2020-12',
  overrideAction({ valibotAction, jsonSchema, errors }) {
    if (valibotAction.type !== 'metadata') return errors ? jsonSchema : undefined;
    const metadata = 'metadata' in valibotAction ? valibotAction.metadata : undefined;
    const [own, more] = [v.safeParse(HAS_OWN_SCHEMA, metadata), v.safeParse(HAS_MORE_SCHEMA, metadata)];
    if (more.success) return beside(jsonSchema, more.output.besideJsonSchema);
    return own.success ? (own.output.jsonSchema as JsonSchema) : undefined;
  },
  overrideSchema({ valibotSchema, jsonSchema }) {
    if (valibotSchema.type === 'custom' || valibotSchema.type === 'instance') return jsonSchema;
    const isTextual = jsonSchema.type === 'integer' && typeof jsonSchema.default === 'string';
    return isTextual ? { ...jsonSchema, default: Number(jsonSchema.default) } : undefined;
  },
  overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
};

const beside = (schema: JsonSchema, words: object): JsonSchema =>
  Object.fromEntries(Object.entries({ ...schema, ...words }).filter(([name]) => name !== 'besideJsonSchema'));

const answering: ConversionConfig = {
  ...config,
  overrideSchema(context) {
    if (context.valibotSchema.type === 'variant') return withDiscriminator(context.valibotSchema, context.jsonSchema);
    if (context.valibotSchema.type !== 'strict_object') return config.overrideSchema?.(context);
    const { additionalProperties: _closed, ...open } = context.jsonSchema;
    return open;
  },
};

/** Resources that `object` tells apart: a generated client reads it instead of trying each shape. */
function withDiscriminator(variant: v.GenericSchema, schema: JsonSchema): JsonSchema {
  const objects = (branching(variant).options ?? []).filter(isSchema).map(objectOf);
  const refs = (schema.oneOf ?? []).map((option) => (typeof option === 'object' ? option.$ref : undefined));
  const mapping = Object.fromEntries(objects.map((object, index) => [object, refs[index]]));
  return { ...schema, discriminator: { propertyName: 'object', mapping } } as JsonSchema;
}

/** Turns schemas into JSON Schema; the resources found among the answers become components. */
export function jsonSchemas(answers: readonly v.GenericSchema[]): JsonSchemas {
  const definitions = namedSchemas(answers);
  return {
    components: describedEach(toJsonSchemaDefs(definitions, answering) as JsonObject),
    parameters: (schema) => alone(toJsonSchema(schema, config)),
    asked: (schema) => withDescriptions(alone(toJsonSchema(schema, config)), '') as JsonObject,
    answered: remembered((schema) => alone(toJsonSchema(schema, { ...answering, definitions }))),
  };
}

const describedEach = (components: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(components).map(([name, schema]) => [name, withDescriptions(schema, name)]));

/** Many endpoints answer one and the same schema. */
function remembered(convert: (schema: v.GenericSchema) => JsonObject): (schema: v.GenericSchema) => JsonObject {
  const known = new Map<v.GenericSchema, JsonObject>();
  return (schema) => {
    const converted = known.get(schema) ?? convert(schema);
    known.set(schema, converted);
    return converted;
  };
}

function alone({ $schema: _dialect, $defs: _components, ...schema }: JsonSchema): JsonObject {
  return schema as JsonObject;
}

type Schema = v.GenericSchema;

/** A schema as far as it leads to others. */
interface Branching {
  readonly entries?: Readonly<Record<string, Schema>>;
  readonly item?: Schema;
  readonly wrapped?: Schema;
  readonly options?: readonly (Schema | string)[];
  readonly literal?: unknown;
}

/**
 * The resources among these schemas and beneath them, by the name they get in the document: the title of a schema that
 * has one, else that of its `object` field. Two shapes of one name are refused: one of them needs a title.
 */
function namedSchemas(schemas: readonly Schema[]): Readonly<Record<string, Schema>> {
  const named = new Map<string, Schema>();
  for (const schema of schemas.flatMap(withAllBeneath)) {
    const name = nameOf(schema);
    if (name === undefined || named.get(name) === schema) continue;
    if (!named.has(name)) named.set(name, schema);
    // Lists are made where they are needed, so that one kind may have several alike.
    else if (!name.endsWith('List')) throw new Error(`Two shapes are called ${name}: give one of them a title.`);
  }
  return Object.fromEntries(named);
}

const branching = (schema: Schema): Branching => schema as Branching;

function withAllBeneath(schema: Schema): readonly Schema[] {
  const { entries = {}, item, wrapped, options = [] } = branching(schema);
  const beneath = [...Object.values(entries), item, wrapped, ...options].filter(isSchema);
  return [schema, ...beneath.flatMap(withAllBeneath)];
}

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'schema';

function nameOf(schema: Schema): string | undefined {
  const object = objectOf(schema);
  const title = v.getTitle(schema);
  if (title !== undefined || typeof object !== 'string') return title;
  if (object !== 'list') return inPascalCase(object);
  const data = branching(schema).entries?.['data'];
  const item = data && branching(data).item;
  const kind = item && nameOf(item);
  return kind && `${kind}List`;
}

function objectOf(schema: Schema): unknown {
  const object = branching(schema).entries?.['object'];
  return object && branching(object).literal;
}

/** `meeting_summary` and `meeting.finished` in PascalCase. */
export const inPascalCase = (type: string): string =>
  type.replace(/(?:^|[._])([a-z])/g, (_, letter: string) => letter.toUpperCase());
