import * as v from 'valibot';

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
 * The resources among these schemas and beneath them, by the name they get in the document: that of their `object`
 * field, or the title of a schema that has one. Two shapes of one name are refused: one of them needs a title.
 */
export function namedSchemas(schemas: readonly Schema[]): Readonly<Record<string, Schema>> {
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
  const { entries } = branching(schema);
  const object = entries?.['object'] && branching(entries['object']).literal;
  if (typeof object !== 'string') return undefined;
  if (object !== 'list') return v.getTitle(schema) ?? inPascalCase(object);
  const item = entries?.['data'] && branching(entries['data']).item;
  const kind = item && nameOf(item);
  return kind && `${kind}List`;
}

const inPascalCase = (name: string): string =>
  name.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
