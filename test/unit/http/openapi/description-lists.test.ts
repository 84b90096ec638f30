import { contracts } from '#shared/wiring/all-contracts';
import { PARAMETER_DESCRIPTIONS } from '#shared/wiring/documents/descriptions/parameters';
import { DESCRIPTION_LISTS, FIELD_DESCRIPTIONS, withDescriptions } from '#shared/wiring/documents/field-descriptions';
import { openapi } from '#shared/wiring/documents/openapi';
import { describe, expect, it } from '#test/support/jest';

const text = JSON.stringify(openapi(contracts, 'https://api.example.test/api/v1'));
const { paths, components } = JSON.parse(text);

describe('the descriptions of fields', () => {
  it('are all used in the OpenAPI document', () => {
    const unused = Object.entries(FIELD_DESCRIPTIONS).filter(([, words]) => !text.includes(JSON.stringify(words)));
    expect(unused.map(([name]) => name)).toEqual([]);
  });

  it('are each in one list', () => {
    const names = DESCRIPTION_LISTS.flatMap((list) => Object.keys(list));

    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  });

  it('give way to those of the schema itself, and to those of a closer name', () => {
    const string = { type: 'string' };
    const schema = { type: 'object', properties: { metadata: { ...string, description: 'Mine.' }, size: string } };

    expect(withDescriptions(schema, 'File')).toMatchObject({
      properties: { metadata: { description: 'Mine.' }, size: { description: 'Size in bytes.' } },
    });
    expect(withDescriptions(schema, 'Bot')).toMatchObject({ properties: { size: { type: 'string' } } });
  });

  it('stand at fields alone: a default or an example stays as it is', () => {
    const schema = { type: 'object', default: { properties: { metadata: {} } } };

    expect(withDescriptions(schema, 'Bot')).toEqual(schema);
  });
});

describe('the descriptions of parameters', () => {
  it('are all used in the OpenAPI document', () => {
    const printed = JSON.stringify(paths);

    const unused = Object.entries(PARAMETER_DESCRIPTIONS).filter(
      ([name, words]) =>
        !printed.includes(`"name":${JSON.stringify(name)}`) || !printed.includes(JSON.stringify(words)),
    );
    expect(unused.map(([name]) => name)).toEqual([]);
  });

  it('say what a filter leaves, where a field of its name is described otherwise', () => {
    const { parameters }: Operation = paths['/conversations'].get;

    expect(FIELD_DESCRIPTIONS['state']).toContain('Returned unchanged');
    expect(parameters).toContainEqual(
      expect.objectContaining({ name: 'state', description: 'Only those in this state.' }),
    );
    expect(parameters).toContainEqual(
      expect.objectContaining({ name: 'meeting_id', description: 'Only those of this meeting.' }),
    );
  });

  it('speak of items with a value where the items have such a field', () => {
    const fieldsOfItems = (operation: Operation): readonly string[] => {
      const named = (ref: string) => components.schemas[ref.split('/').at(-1) ?? ''].properties;
      const { data } = named(operation.responses['200'].content['application/json'].schema.$ref);
      return Object.keys(data?.items.$ref ? named(data.items.$ref) : {});
    };

    const misleading = Object.entries<{ readonly get?: Operation }>(paths).flatMap(([path, { get }]) =>
      (get?.parameters ?? [])
        .filter(({ description }) => description?.startsWith('Only items with this'))
        .filter(({ name }) => get && !fieldsOfItems(get).includes(name))
        .map(({ name }) => `${path} ${name}`),
    );

    expect(misleading).toEqual([]);
  });
});

/** An operation of a list, as the document prints it. */
interface Operation {
  readonly parameters: readonly { readonly name: string; readonly description?: string }[];
  readonly responses: {
    readonly 200: { readonly content: { readonly 'application/json': { readonly schema: { readonly $ref: string } } } };
  };
}
