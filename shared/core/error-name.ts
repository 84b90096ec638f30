/** Whether an error of an AWS SDK client has one of these names: the SDK names its exceptions as the API does. */
export const hasErrorName = (error: unknown, ...names: readonly string[]): boolean =>
  error instanceof Error && names.includes(error.name);
