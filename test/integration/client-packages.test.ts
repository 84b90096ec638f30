import { clientNameOf } from '#bin/clients/operation-names';
import { compareOperations, type OpenapiDocument, operationIdsOf } from '#bin/clients/operations';
import { pythonOperations } from '#bin/clients/python-package';
import { typescriptOperations } from '#bin/clients/typescript-package';
import { stackClient } from '#test/integration/stack-client';
import { describe, expect, it } from '#test/support/jest';

const stack = stackClient();

/** As `npm run tool -- clients` compares them, which builds the packages before these tests. */
describe.each([
  ['TypeScript', typescriptOperations],
  ['Python', pythonOperations],
])('the package for %s', (_language, operations) => {
  it('has every operation of the document that the stack serves, and would lack a new one', async () => {
    const document: OpenapiDocument = (await stack.call('GET', '/openapi.json')).body;
    const built = await operations();
    const names = operationIdsOf(document).map(clientNameOf);

    const now = compareOperations(names, built);
    const later = compareOperations([...names, 'pauseBot'], built);

    expect(now).toEqual({ present: names, missing: [], unknown: [] });
    expect(later.missing).toEqual(['pauseBot']);
  });
});
