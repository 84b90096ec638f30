import * as v from 'valibot';
import { type Contract, isDocumented, nameOf } from '#shared/foundation/http/contract';
import { contracts } from '#shared/wiring/all-contracts';
import { openapi } from '#shared/wiring/documents/openapi';
import { describe, expect, it } from '#test/support/jest';

interface Media {
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly $ref: string }>>;
}

interface Documented {
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<Record<string, { readonly content: Readonly<Record<string, Media>> }>>;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Documented>>>>;
  readonly components: { readonly examples: Readonly<Record<string, { readonly value: unknown }>> };
}

const document = openapi(contracts, 'https://api.example.com/api/v1') as unknown as Document;

const documentOf = ({ method, path }: Contract) => document.paths[path]?.[method.toLowerCase()];

const exampleIn = ({ example, examples }: Media): unknown => {
  const [reference] = Object.values(examples ?? {});
  return example ?? document.components.examples[reference?.$ref.split('/').at(-1) ?? '']?.value;
};

/** What a schema has against a value; nothing, when it is as it should be. */
const faultsIn = (schema: v.GenericSchema, value: unknown) =>
  v.safeParse(schema, value).issues?.map((issue) => `${v.getDotPath(issue)}: ${issue.message}`) ?? [];

const jsonAnswers = contracts.filter(isDocumented).flatMap((contract) =>
  Object.entries(contract.responses)
    .filter(([, { onlyText }]) => !onlyText)
    .map(([status, { schema }]) => [`${nameOf(contract)} ${status}`, { contract, status, schema }] as const),
);

const bodies = contracts.filter(({ body, multipart }) => body && !multipart);

describe('the examples of the OpenAPI document', () => {
  it.each(jsonAnswers)('show an answer of exactly its shape: %s', (_name, { contract, status, schema }) => {
    const media = documentOf(contract)?.responses[status]?.content['application/json'];

    expect(media && faultsIn(schema, exampleIn(media))).toEqual([]);
  });

  it.each(bodies.map((contract) => [nameOf(contract), contract] as const))(
    'show a body that the endpoint takes: %s',
    (_name, contract) => {
      const media = documentOf(contract)?.requestBody?.content['application/json'];

      expect(media?.example).toBeDefined();
      expect(contract.body && faultsIn(contract.body, media?.example)).toEqual([]);
    },
  );

  it('show every code of a refusal, under its status', () => {
    for (const contract of contracts)
      for (const [status, { content }] of Object.entries(documentOf(contract)?.responses ?? {})) {
        if (Number(status) < 400) continue;
        const { examples = {} } = content['application/json'] ?? {};
        const shown = Object.values(examples).map(({ $ref }) => $ref.split('/').at(-1));
        expect([nameOf(contract), status, shown.length > 0]).toEqual([nameOf(contract), status, true]);
        expect(shown.filter((name) => !name?.startsWith(`${status}_`))).toEqual([]);
      }
  });
});
