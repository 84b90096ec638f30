import { clientNameOf, formerNamesOf, inPascalCase, inSnakeCase } from '#bin/clients/operation-names';
import { type OpenapiDocument, operationIdsOf } from '#bin/clients/operations';
import { contracts } from '#shared/wiring/all-contracts';
import { openapi } from '#shared/wiring/documents/openapi';
import { describe, expect, it } from '#test/support/jest';

const document: OpenapiDocument = JSON.parse(JSON.stringify(openapi(contracts, 'https://api.partner.test/api/v1')));
const ids = operationIdsOf(document);

describe('the names of operations in the clients', () => {
  it.each([
    ['orderTranscription', 'transcribe'],
    ['endRecordingAndKeepIt', 'leave'],
    ['readWhatIsSaidWhileItIsSaid', 'listenLive'],
    ['readBot', 'readBot'],
    ['toString', 'toString'],
  ])('of %s is %s', (id, name) => {
    expect(clientNameOf(id)).toBe(name);
  });

  it('are of operations that the document has, and each is of one operation', () => {
    const former = ids.filter((id) => clientNameOf(id) !== id);

    expect(formerNamesOf(ids).map((one) => one.former)).toEqual(former);
    expect(former).toHaveLength(35);
    expect(new Set(ids.map(clientNameOf)).size).toBe(ids.length);
  });

  it('are no names that other operations had', () => {
    expect(formerNamesOf(ids).filter(({ name }) => ids.includes(name))).toEqual([]);
  });

  it('are written as each language does', () => {
    expect([inSnakeCase('listenLive'), inPascalCase('listenLive')]).toEqual(['listen_live', 'ListenLive']);
  });
});
