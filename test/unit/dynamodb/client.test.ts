import { LostRace, Throttled, TooLarge } from '#shared/foundation/core/store';
import { asStoreError } from '#shared/foundation/dynamodb/client';
import { describe, expect, it } from '#test/support/jest';

const anError = (name: string, message = 'As it is.') => Object.assign(new Error(message), { name });

/** A transaction that was given up, with the reason for each of its writes. */
const aCancelled = (...reasons: readonly { readonly Code: string; readonly Message?: string }[]) =>
  Object.assign(anError('TransactionCanceledException'), { CancellationReasons: reasons });

const FINE = { Code: 'None' };
const TOO_LARGE = 'Item size has exceeded the maximum allowed size';

describe('the trouble of the table, in the words of its port', () => {
  it.each([
    ['a condition that failed', anError('ConditionalCheckFailedException'), LostRace],
    ['a condition that failed among others', aCancelled(FINE, { Code: 'ConditionalCheckFailed' }), LostRace],
    ['two transactions that met', aCancelled({ Code: 'TransactionConflict' }, FINE), LostRace],
    ['a table that is too busy', anError('ProvisionedThroughputExceededException'), Throttled],
    ['a row that is too busy', aCancelled({ Code: 'ThrottlingError' }), Throttled],
    ['an item too large', anError('ValidationException', TOO_LARGE), TooLarge],
    ['an item too large among others', aCancelled(FINE, { Code: 'ValidationError', Message: TOO_LARGE }), TooLarge],
  ])('%s', (_what, error, expected) => {
    expect(asStoreError(error)).toBeInstanceOf(expected);
  });

  it.each([
    ['a request that is wrong', anError('ValidationException', 'Invalid KeyConditionExpression')],
    ['a transaction that is wrong', aCancelled({ Code: 'ValidationError', Message: 'Type mismatch' })],
    ['a table that is not there', anError('ResourceNotFoundException')],
    ['what is no error at all', 'broken'],
  ])('%s stays what it is', (_what, error) => {
    expect(asStoreError(error)).toBe(error);
  });
});
