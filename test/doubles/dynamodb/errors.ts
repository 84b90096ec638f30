import {
  type AttributeValue,
  type CancellationReason,
  ConditionalCheckFailedException,
  DynamoDBServiceException,
  IdempotentParameterMismatchException,
  ResourceNotFoundException,
  TransactionCanceledException,
  TransactionConflictException,
  TransactionInProgressException,
} from '@aws-sdk/client-dynamodb';

const $metadata = { httpStatusCode: 400, attempts: 1 };

/** The SDK has no class of its own for it: a service exception with this name. */
export const validation = (message: string) =>
  new DynamoDBServiceException({ name: 'ValidationException', $fault: 'client', message, $metadata });

export const invalidParameter = (message: string) =>
  validation(`One or more parameter values were invalid: ${message}`);

/** An item or key that does not fit the table's keys: a transaction names it as the reason instead of throwing it. */
export class SchemaMismatch extends DynamoDBServiceException {
  constructor(message: string) {
    super({ name: 'ValidationException', $fault: 'client', message, $metadata });
    // The SDK's exceptions set their own prototype; so must what extends them.
    Object.setPrototypeOf(this, SchemaMismatch.prototype);
  }
}

export const isValidation = (error: unknown): error is DynamoDBServiceException =>
  error instanceof DynamoDBServiceException && error.name === 'ValidationException';

export const conditionFailed = (item: Record<string, AttributeValue> | undefined) =>
  new ConditionalCheckFailedException({
    message: 'The conditional request failed',
    $metadata,
    ...(item && { Item: item }),
  });

export const transactionConflict = () =>
  new TransactionConflictException({ message: 'Transaction is ongoing for the item', $metadata });

export const transactionCanceled = (reasons: CancellationReason[]) => {
  const codes = reasons.map((reason) => reason.Code).join(', ');
  const message = `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes}]`;
  return new TransactionCanceledException({ message, $metadata, CancellationReasons: reasons });
};

export const tokenOfAnotherRequest = () =>
  new IdempotentParameterMismatchException({
    message: 'Request token already in use for another request with a different payload',
    $metadata,
  });

export const transactionInProgress = () =>
  new TransactionInProgressException({
    message: 'The transaction with the given request token is in progress',
    $metadata,
  });

export const tableNotFound = () =>
  new ResourceNotFoundException({ message: 'Requested resource not found', $metadata });
