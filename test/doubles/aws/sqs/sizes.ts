import {
  BatchEntryIdsNotDistinct,
  BatchRequestTooLong,
  EmptyBatchRequest,
  SQSServiceException,
  TooManyEntriesInBatchRequest,
} from '@aws-sdk/client-sqs';

/** 256 KB: what every queue has taken so far. AWS now allows more; code that fits here fits there. */
export const LARGEST_MESSAGE = 256 * 1_024;
const MOST_ENTRIES = 10;
const LONGEST_DELAY_SECONDS = 900;
const LONGEST_VISIBILITY_SECONDS = 43_200;

const $metadata = { httpStatusCode: 400, attempts: 1 };

export const invalidValue = (message: string) =>
  new SQSServiceException({ name: 'InvalidParameterValue', $fault: 'client', message, $metadata });

export const refuseMessage = (body: string | undefined, delaySeconds = 0): void => {
  if (!body) throw invalidValue('The request must contain the parameter MessageBody.');
  if (Buffer.byteLength(body) > LARGEST_MESSAGE)
    throw invalidValue(
      `One or more parameters are invalid. Reason: Message must be shorter than ${LARGEST_MESSAGE} bytes.`,
    );
  refuseOutside('DelaySeconds', delaySeconds, 0, LONGEST_DELAY_SECONDS);
};

export const refuseVisibility = (seconds: number): void =>
  refuseOutside('VisibilityTimeout', seconds, 0, LONGEST_VISIBILITY_SECONDS);

export const refuseOutside = (name: string, value: number, least: number, most: number): void => {
  if (!Number.isInteger(value) || value < least || value > most)
    throw invalidValue(
      `Value ${value} for parameter ${name} is invalid. Reason: ${name} must be >= ${least} and <= ${most}.`,
    );
};

export const refuseBatch = (
  entries: readonly { readonly Id: string | undefined; readonly MessageBody?: string | undefined }[],
): void => {
  if (entries.length === 0)
    throw new EmptyBatchRequest({ message: 'There should be at least one entry in the request.', $metadata });
  if (entries.length > MOST_ENTRIES)
    throw new TooManyEntriesInBatchRequest({
      message: `Maximum number of entries per request are ${MOST_ENTRIES}.`,
      $metadata,
    });
  if (new Set(entries.map(({ Id }) => Id)).size < entries.length)
    throw new BatchEntryIdsNotDistinct({ message: 'Two or more batch entries have the same Id.', $metadata });
  if (entries.reduce((total, { MessageBody = '' }) => total + Buffer.byteLength(MessageBody), 0) > LARGEST_MESSAGE)
    throw new BatchRequestTooLong({
      message: `Batch requests cannot be longer than ${LARGEST_MESSAGE} bytes.`,
      $metadata,
    });
};
