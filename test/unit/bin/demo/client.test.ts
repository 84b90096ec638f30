import { OPERATIONS } from '#bin/demo/client';
import { openapi } from '#shared/http/openapi/openapi';
import { contracts } from '#shared/wiring/all-contracts';
import { describe, expect, it } from '#test/support/jest';

describe('the operations that the demo calls', () => {
  it('are operations of the OpenAPI document, from which the client is made', () => {
    const { paths } = openapi(contracts, 'https://api.example.com/api/v1') as {
      readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId?: string }>>>>;
    };
    const ids = Object.values(paths).flatMap((path) => Object.values(path).map(({ operationId }) => operationId));

    expect(ids).toEqual(expect.arrayContaining([...OPERATIONS]));
  });
});
