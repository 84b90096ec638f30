import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { LostRace, StoreFailed, Throttled, TooLarge } from '#shared/foundation/core/store';
import type { Item } from '#shared/foundation/core/table';

/** Fields that are undefined are left out. A type that DynamoDB does not have is an error. */
export const documentClient = (client: DynamoDBClient): DynamoDBDocumentClient =>
  DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });

/** A row as the document client answers it: every row of the table is an item. */
export const asItem = (row: Readonly<Record<string, unknown>>): Item => row as Item;

const BUSY = new Set([
  'ThrottlingException',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'LimitExceededException',
  'TransactionInProgressException',
]);

/** The response to a request that timed out is lost: the request may have been done. */
const FAILED = new Set(['InternalServerError', 'ServiceUnavailable', 'TimeoutError']);

/**
 * Maps an AWS error to an error of the ports. A failed condition or a `TransactionConflict`, which the SDK does not
 * retry, becomes a lost race; throttling becomes `Throttled`, a failure or a time-out `StoreFailed`. An item over 400 KB
 * becomes `TooLarge`; DynamoDB reports it among the transaction's cancellation reasons or as a validation error.
 */
export function asStoreError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if (isTooLarge(error)) return new TooLarge('An item is over 400 KB.');
  if (error.name === 'TransactionCanceledException') return asLostRace(error);
  if (error.name === 'TransactionConflictException' || error.name === 'ConditionalCheckFailedException')
    return new LostRace('The row was written in between.');
  if (FAILED.has(error.name)) return new StoreFailed('The table failed.', { cause: error });
  return BUSY.has(error.name) ? new Throttled('The table is too busy.', { cause: error }) : error;
}

function asLostRace(error: Error): Error {
  const codes = reasonsOf(error).map(({ Code }) => Code);
  if (codes.some((code) => code === 'ConditionalCheckFailed' || code === 'TransactionConflict'))
    return new LostRace('A row was written in between.');
  return codes.some((code) => code === 'ThrottlingError' || code === 'ProvisionedThroughputExceeded')
    ? new Throttled('The table is too busy.', { cause: error })
    : error;
}

const isTooLarge = (error: Error): boolean =>
  [{ Code: error.name, Message: error.message }, ...reasonsOf(error)].some(
    ({ Code = '', Message = '' }) => /^Validation(?:Exception|Error)$/.test(Code) && /^Item size /.test(Message),
  );

interface Reason {
  readonly Code?: string;
  readonly Message?: string;
}

function reasonsOf(error: Error): readonly Reason[] {
  const reasons = 'CancellationReasons' in error ? error.CancellationReasons : undefined;
  return Array.isArray(reasons) ? reasons : [];
}
