import * as v from 'valibot';
import type { Contract } from '#shared/foundation/http/contract';
import type { ApiResponse } from '#test/support/api-response';
import { expect } from '#test/support/jest';

/** Error codes by status that every endpoint can return; a contract lists its own beside these. */
const EVERYWHERE: Readonly<Record<number, readonly string[]>> = {
  400: ['bad_request', 'invalid_json', 'invalid_api_version'],
  401: ['missing_api_key', 'invalid_api_key'],
  404: ['not_found'],
  405: ['method_not_allowed'],
  406: ['not_acceptable'],
  500: ['internal_error'],
  503: ['provider_unavailable'],
};

/** Expects a status and a content type that the contract declares, and a body of exactly its schema. Returns the body. */
export function expectSuccess(contract: Contract, answered: ApiResponse, status: number): ApiResponse['body'] {
  expect({ status: answered.status, body: answered.body }).toMatchObject({ status });
  const promised = contract.responses[status];
  if (!promised) throw new Error(`${contract.method} ${contract.path} does not promise ${status}`);
  const contentTypes = [...(promised.onlyText ? [] : ['application/json']), ...(promised.alsoText ?? [])];
  const [contentType = contentTypes[0]] = (answered.headers['content-type'] ?? '').split(';').filter(Boolean);
  expect(contentTypes).toContain(contentType);
  const read = v.safeParse(promised.schema, answered.body);
  expect(read.issues?.map((issue) => [v.getDotPath(issue), issue.message]) ?? []).toEqual([]);
  return answered.body;
}

/** The body of every error response. */
export const ErrorsBody = v.strictObject({
  errors: v.pipe(
    v.array(
      v.strictObject({
        code: v.pipe(v.string(), v.regex(/^[a-z_]+$/)),
        message: v.pipe(v.string(), v.minLength(5), v.maxLength(2_000)),
        field: v.optional(v.pipe(v.string(), v.minLength(1))),
      }),
    ),
    v.minLength(1),
  ),
  retry_in_seconds: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
});

/** Expects error codes that the contract declares for the status. Returns code and field of each error. */
export function expectError(contract: Contract, answered: ApiResponse, status: number): readonly string[] {
  expect({ status: answered.status, body: answered.body }).toMatchObject({ status });
  const { errors } = v.parse(ErrorsBody, answered.body);
  const promised = [...(EVERYWHERE[status] ?? []), ...(contract.errors[status] ?? [])];
  expect(errors.filter(({ code }) => !promised.includes(code))).toEqual([]);
  return errors.map(({ code, field }) => (field === undefined ? code : `${code} ${field}`));
}
