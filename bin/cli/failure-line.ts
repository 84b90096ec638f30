import { CliError } from '#bin/cli/cli-error';
import { Interrupted } from '#bin/cli/interrupt';
import { hasErrorName, isAwsError } from '#shared/core/error-name';
import { Refusal } from '#shared/core/refusal';
import { LostRace, Throttled } from '#shared/core/store';

/** What a command prints on stderr of an expected failure, in one line; undefined for a defect, which is printed whole. */
export function failureLine(thrown: unknown): string | undefined {
  const message = messageOf(thrown);
  return message && `${message.replaceAll(/\s*\n\s*/g, ' ').replace(/\.$/, '')}.`;
}

function messageOf(thrown: unknown): string | undefined {
  if (!(thrown instanceof Error)) return undefined;
  const { message } = thrown;
  // What the AWS SDK says of a missing region names no variable.
  if (message === 'Region is missing') return 'No AWS region is set: set AWS_REGION to the region of the stage';
  if (thrown instanceof CliError || thrown instanceof Refusal || thrown instanceof Interrupted) return message;
  if (thrown instanceof LostRace) return 'Others kept changing this at the same time: run the command again';
  if (isAwsError(thrown)) return `AWS failed the request with ${codeOf(thrown)}${message && `: ${message}`}`;
  // The ports keep the error of AWS as the cause.
  if (thrown instanceof Throttled)
    return messageOf(thrown.cause) ?? `AWS is too busy: ${message} Run the command again`;
  return hasErrorName(thrown, 'CredentialsProviderError') ? `No AWS credentials are set: ${message}` : undefined;
}

/** `AccessDeniedException`, or `ECONNREFUSED` where no answer came. */
const codeOf = (error: Error): string => ('code' in error && error.name === 'Error' ? String(error.code) : error.name);
