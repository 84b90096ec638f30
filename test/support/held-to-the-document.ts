import * as v from 'valibot';
import type { Contract } from '#shared/http/contract';
import { openapi } from '#shared/http/openapi/openapi';
import { matcher } from '#shared/http/request/match-operation';
import { NEWEST_VERSION } from '#shared/versions/releases';
import { contracts } from '#shared/wiring/all-contracts';
import type { Answered } from '#test/support/answered';

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

const printed = new Map<string, Operations | undefined>();

const pathOf = ({ path }: Contract): string => path.replace(/:\w+/, '');

/** The operations of one path, printed when it is first called: printing all of them takes longer than most tests. */
function operationsAt(path: string): Operations | undefined {
  if (!printed.has(path)) {
    const here = contracts.filter((contract) => pathOf(contract) === path);
    printed.set(path, (openapi(here, '')['paths'] as unknown as Paths)[path]);
  }
  return printed.get(path);
}

/**
 * Throws when an answer is not in the OpenAPI document: an endpoint it does not name, a status, a code, or a field of
 * the newest version. Every call of every contract test goes through here.
 */
export function heldToTheDocument(method: string, path: string, answered: Answered): Answered {
  const contract = routeOf(method, path);
  if (!contract) return answered;
  const where = `${contract.method} ${contract.path} answered ${answered.status}`;
  const operation = operationsAt(pathOf(contract))?.[contract.method.toLowerCase()];
  const documented = operation?.responses[String(answered.status)];
  if (!documented) throw new Error(`${where}, which the OpenAPI document does not name.`);
  if (answered.status >= 400) holdCodes(where, documented, answered);
  else if (answered.headers['service-version'] === NEWEST_VERSION) holdFields(where, contract, answered);
  return answered;
}

/** What has no route is refused before there is an endpoint. */
function routeOf(method: string, path: string) {
  try {
    return match(method, path.split('?')[0] ?? '').route;
  } catch {
    return undefined;
  }
}

function holdCodes(where: string, documented: Documented['responses'][string], { body }: Answered): void {
  const allowed = documented.content?.['application/json']?.schema.allOf?.flatMap(
    ({ properties }) => properties?.errors.items.properties.code.enum ?? [],
  );
  for (const { code } of body.errors)
    if (!allowed?.includes(code)) throw new Error(`${where} with ${code}, which the OpenAPI document does not name.`);
}

function holdFields(where: string, contract: (typeof contracts)[number], answered: Answered): void {
  const type = String(answered.headers['content-type']);
  const promised = contract.answers[answered.status];
  if (!promised || !type.startsWith('application/json')) return;
  const read = v.safeParse(promised.schema, answered.body);
  if (!read.success) {
    const faults = read.issues.map((issue) => `${v.getDotPath(issue)}: ${issue.message}`);
    throw new Error(`${where} with fields that the OpenAPI document does not have: ${faults.join('; ')}`);
  }
}
