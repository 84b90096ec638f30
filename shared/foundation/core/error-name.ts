/** Whether an error of an AWS SDK client has one of these names: the SDK names its exceptions as the API does. */
export const hasErrorName = (error: unknown, ...names: readonly string[]): boolean =>
  error instanceof Error && names.includes(error.name);

/**
 * Whether a request to an AWS service failed for good: refused by the service, never answered, or never connected. The
 * retry layer of the SDK puts `$metadata` on each error that its own attempts did not mend.
 */
export const isAwsError = (error: unknown): error is Error & { readonly $metadata: unknown } =>
  error instanceof Error && '$metadata' in error;

/** Seconds after which a request may be repeated that failed because an AWS service did. The SDK has tried for some of them. */
export const AWS_RETRY_SECONDS = 5;
