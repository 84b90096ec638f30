import { clientNameOf } from '#bin/clients/operation-names';
import { type OpenapiDocument, operationIdsOf } from '#bin/clients/operations';
import { OPERATIONS } from '#bin/demo/client';
import { contracts } from '#shared/wiring/all-contracts';
import { openapi } from '#shared/wiring/documents/openapi';
import { describe, expect, it } from '#test/support/jest';

describe('the operations that the demo calls', () => {
  it('are operations of the OpenAPI document, by the names of the client', () => {
    const document: OpenapiDocument = JSON.parse(JSON.stringify(openapi(contracts, 'https://api.example.com/api/v1')));

    expect(operationIdsOf(document).map(clientNameOf)).toEqual(expect.arrayContaining([...OPERATIONS]));
  });
});
