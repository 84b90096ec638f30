import { codeWithout } from '#shared/foundation/core/deployment';
import type { JsonObject } from '#shared/foundation/core/json';
import { type Contract, takesIdempotencyKey } from '#shared/foundation/http/contract';
import { ERROR_CODES, exampleOfCode } from '#shared/wiring/documents/error-codes';

const MEANINGS: Readonly<Record<string, string>> = {
  400: 'The request cannot be parsed, or a required part is missing.',
  401: 'The key is missing, invalid or not allowed to do this.',
  403: 'Only owners and admins may do this, or the feature is turned off.',
  404: 'The resource does not exist or is not visible to this key.',
  405: 'The path does not support this method. `Allow` lists those it supports.',
  406: 'Only JSON is served.',
  409: 'The current state does not allow this.',
  412: 'The resource has changed since it was read.',
  422: 'A field is invalid: one error for each field.',
  428: 'The request needs `If-Match`.',
  429: 'Too many requests: wait for `retry_in_seconds`.',
  500: 'An internal error.',
  502: 'A recorder or calendar provider failed.',
  503: 'The service is temporarily unavailable: try again.',
};

/** The body of every refusal. */
export const ERRORS: JsonObject = {
  type: 'object',
  required: ['errors'],
  properties: {
    errors: {
      type: 'array',
      minItems: 1,
      description: 'At least one; for an invalid body, one for each invalid field.',
      items: {
        type: 'object',
        required: ['code', 'message'],
        properties: {
          code: { type: 'string', description: 'Stable: branch on it.' },
          message: { type: 'string', description: 'A sentence for people. It may be reworded.' },
          field: { type: 'string', description: 'Dotted path of the invalid field, if the error concerns one field.' },
        },
      },
    },
    retry_in_seconds: { type: 'integer', description: 'Same as `Retry-After`.' },
  },
};

/** The error responses of an endpoint, its own and those of every endpoint, by status. */
export function errorResponsesOf(contract: Contract): JsonObject {
  const codes = new Map<string, Set<string>>();
  for (const [status, some] of [...Object.entries(shared(contract)), ...Object.entries(contract.errors)])
    codes.set(status, (codes.get(status) ?? new Set()).union(new Set(some)));
  const sorted = [...codes].filter(([, some]) => some.size > 0).sort(([one], [other]) => Number(one) - Number(other));
  return Object.fromEntries(sorted.map(([status, some]) => [status, refusal(status, [...some])]));
}

/** What can happen to a request of a user. */
const WITH_KEY: Readonly<Record<string, readonly string[]>> = {
  401: ['missing_api_key', 'invalid_api_key'],
  429: ['rate_limited'],
  503: ['provider_unavailable'],
};

/** What can happen to a request whatever the endpoint does with it. */
function shared(contract: Contract): Readonly<Record<string, readonly string[]>> {
  const { path, body, unknownFieldsAre } = contract;
  return {
    400: ['bad_request', 'invalid_api_version', ...(body ? ['invalid_json'] : [])],
    403: contract.feature ? [codeWithout(contract.feature)] : [],
    404: path.includes('{') ? ['not_found'] : [],
    405: ['method_not_allowed'],
    406: ['not_acceptable'],
    409: takesIdempotencyKey(contract) && contract.callsOutside ? ['idempotency_key_in_use'] : [],
    412: contract.ifMatch ? ['precondition_failed'] : [],
    428: contract.ifMatch ? ['precondition_required'] : [],
    422: [
      ...(body && unknownFieldsAre !== 'malformed' ? ['unknown_field'] : []),
      ...(takesIdempotencyKey(contract) ? ['idempotency_key_reused'] : []),
      ...(contract.choices ? ['enforced'] : []),
      ...(contract.choices && contract.choices !== 'brand_kit' ? ['not_available'] : []),
    ],
    500: ['internal_error'],
    ...(contract.access === 'open' ? {} : WITH_KEY),
  };
}

const HEADERS: Readonly<Record<string, JsonObject>> = {
  405: { Allow: { $ref: '#/components/headers/Allow' } },
  429: { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } },
  409: { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } },
  503: { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } },
};

const refusal = (status: string, codes: readonly string[]): JsonObject => ({
  description: MEANINGS[status] ?? 'Refused.',
  headers: { ...SERVED_AT, ...HEADERS[status] },
  content: { 'application/json': { schema: withCodes(codes), examples: examplesOf(status, codes) } },
});

const examplesOf = (status: string, codes: readonly string[]): JsonObject =>
  Object.fromEntries(
    codes
      .filter((code) => ERROR_CODES.some((known) => known.code === code && String(known.status) === status))
      .map((code) => [code, { $ref: `#/components/examples/${exampleName(status, code)}` }]),
  );

const exampleName = (status: string | number, code: string): string => `${status}_${code}`;

/** Under `components.examples`: the body of every code that is among the names that the document points at. */
export const codeExamples = (named: ReadonlySet<string>): JsonObject =>
  Object.fromEntries(
    ERROR_CODES.map((known) => [exampleName(known.status, known.code), known] as const)
      .filter(([name]) => named.has(name))
      .map(([name, known]) => [name, { summary: known.meaning, value: exampleOfCode(known) }]),
  );

/** On every answer, a refusal included. */
export const SERVED_AT: JsonObject = {
  'Service-Version': { $ref: '#/components/headers/ServiceVersion' },
  'X-Request-Id': { $ref: '#/components/headers/RequestId' },
};

const withCodes = (codes: readonly string[]): JsonObject => ({
  allOf: [
    { $ref: '#/components/schemas/Errors' },
    { properties: { errors: { items: { properties: { code: { enum: codes } } } } } },
  ],
});
