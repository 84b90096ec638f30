import { compareOperations, operationIdsOf } from '#bin/clients/operations';
import { describe, expect, it } from '#test/support/jest';

const DOCUMENT = { paths: { '/bots': { get: { operationId: 'listBots' }, post: { operationId: 'sendBot' } } } };
const WITH_ANOTHER = { paths: { ...DOCUMENT.paths, '/bots/{id}/pause': { post: { operationId: 'pauseBot' } } } };
const ids = operationIdsOf(DOCUMENT);

describe('the operations of a client', () => {
  it.each([
    ['methods', ['sendBot', 'listBots']],
    ['modules', ['list_bots', 'send_bot']],
  ])('are those of its document as %s', (_as, names) => {
    expect(compareOperations(ids, names)).toEqual({ present: ids, missing: [], unknown: [] });
  });

  it('lack an endpoint that the document got after the client was made', () => {
    expect(compareOperations(operationIdsOf(WITH_ANOTHER), ids).missing).toEqual(['pauseBot']);
  });

  it('have an endpoint too many that the document lost, also when it got another', () => {
    const { missing, unknown } = compareOperations(['listBots', 'pauseBot'], ['list_bots', 'send_bot']);

    expect([missing, unknown]).toEqual([['pauseBot'], ['send_bot']]);
  });
});
