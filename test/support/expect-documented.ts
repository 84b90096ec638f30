import * as v from 'valibot';
import type { Contract } from '#shared/foundation/http/contract';
import { matcher } from '#shared/foundation/http/request/match-operation';
import { NEWEST_VERSION } from '#shared/foundation/versions/releases';
import { contracts } from '#shared/wiring/all-contracts';
import { exampleMaker } from '#shared/wiring/documents/examples';
import { jsonSchemas } from '#shared/wiring/documents/json-schemas';
import { pathsOf } from '#shared/wiring/documents/operations';
import type { ApiResponse } from '#test/support/api-response';

interface Documented {
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema: CodedSchema }>> }>
  >;
}

interface CodedSchema {
  readonly allOf?: readonly {
    readonly properties?: {
      readonly errors: {
        readonly items: { readonly properties: { readonly code: { readonly enum: readonly string[] } } };
      };
    };
  }[];
}

const match = matcher(contracts, (contract) => contract);
type Paths = Readonly<Record<string, Readonly<Record<string, Documented>>>>;

type Operations = Paths[string];

const operationsByPath = new Map<string, Operations | undefined>();

const pathOf = ({ path }: Contract): string => path.replace(/:\w+/, '');

/**
 * The OpenAPI operations of one path as the document has them, printed at its first call: printing all paths, or the
 * webhooks, takes longer than most tests.
 */
function operationsAt(path: string): Operations | undefined {
  if (!operationsByPath.has(path)) {
    const here = contracts.filter((contract) => pathOf(contract) === path);
    const schemas = jsonSchemas(here.flatMap(({ responses }) => Object.values(responses).map(({ schema }) => schema)));
    const print = { schemas, exampleOf: exampleMaker(schemas.components) };
    operationsByPath.set(path, (pathsOf(here, print) as unknown as Paths)[path]);
  }
  return operationsByPath.get(path);
}

/**
 * Throws when a response is not in the OpenAPI document: its status, its error codes, or the fields of the newest version.
 * Every contract test calls it for each of its responses.
 */
export function expectDocumented(method: string, path: string, answered: ApiResponse): ApiResponse {
  const contract = routeOf(method, path);
  // An answer to HEAD has no body to hold.
  if (!contract || method === 'HEAD') return answered;
  const where = `${contract.method} ${contract.path} answered ${answered.status}`;
  const operation = operationsAt(pathOf(contract))?.[contract.method.toLowerCase()];
  const documented = operation?.responses[String(answered.status)];
  if (!documented) throw new Error(`${where}, which the OpenAPI document does not contain.`);
  if (answered.status >= 400) expectDocumentedCodes(where, documented, answered);
  else if (answered.headers['service-version'] === NEWEST_VERSION) expectDocumentedFields(where, contract, answered);
  return answered;
}

/** Undefined for a path without an endpoint, which the fallback answers. */
function routeOf(method: string, path: string) {
  try {
    return match(method, path.split('?')[0] ?? '').route;
  } catch {
    return undefined;
  }
}

function expectDocumentedCodes(
  where: string,
  documented: Documented['responses'][string],
  { body }: ApiResponse,
): void {
  const allowed = documented.content?.['application/json']?.schema.allOf?.flatMap(
    ({ properties }) => properties?.errors.items.properties.code.enum ?? [],
  );
  for (const { code } of body.errors)
    if (!allowed?.includes(code))
      throw new Error(`${where} with ${code}, which the OpenAPI document does not contain.`);
}

function expectDocumentedFields(where: string, contract: (typeof contracts)[number], answered: ApiResponse): void {
  const type = String(answered.headers['content-type']);
  const promised = contract.responses[answered.status];
  if (!promised || !type.startsWith('application/json;')) return;
  const read = v.safeParse(promised.schema, answered.body);
  if (!read.success) {
    const faults = read.issues.map((issue) => `${v.getDotPath(issue)}: ${issue.message}`);
    throw new Error(`${where} with fields that the OpenAPI document does not have: ${faults.join('; ')}`);
  }
}
