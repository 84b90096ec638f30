import { LostRace, Throttled, TooLarge } from '#shared/core/store';

const BUSY = new Set([
  'ThrottlingException',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'LimitExceededException',
  'InternalServerError',
  'ServiceUnavailable',
  'TransactionInProgressException',
  'TimeoutError',
]);

/**
 * The store's trouble in the words of the ports. A condition that failed, and two transactions that met
 * (`TransactionConflict`, which the SDK does not try again), are a lost race; too busy is `Throttled`; an item over
 * 400 KB, which is told among the reasons of a transaction or instead of them, is `TooLarge`.
 */
export function asStoreError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if (isTooLarge(error)) return new TooLarge('An item is over 400 KB.');
  if (error.name === 'TransactionCanceledException') return asLostRace(error);
  if (error.name === 'TransactionConflictException' || error.name === 'ConditionalCheckFailedException')
    return new LostRace('The row was written in between.');
  return BUSY.has(error.name) ? new Throttled('The table is too busy.') : error;
}

function asLostRace(error: Error): Error {
  const codes = reasonsOf(error).map(({ Code }) => Code);
  if (codes.some((code) => code === 'ConditionalCheckFailed' || code === 'TransactionConflict'))
    return new LostRace('A row was written in between.');
  return codes.some((code) => code === 'ThrottlingError' || code === 'ProvisionedThroughputExceeded')
    ? new Throttled('The table is too busy.')
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
