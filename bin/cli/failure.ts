import { CliError, UsageError } from '#bin/cli/cli-error';
import { INTERRUPTED_STATUS, Interrupted } from '#bin/cli/interrupt';
import { isAwsError } from '#shared/foundation/core/error-name';
import { Refusal } from '#shared/foundation/core/refusal';
import { LostRace, Throttled } from '#shared/foundation/core/store';

/** How a command says that it failed. */
export interface Failure {
  /** One sentence, without a stack trace. */
  readonly message: string;
  readonly exitStatus: number;
}

/** Exit statuses of commands, besides 0 and that of an interrupt: documented in docs/runbook.md. */
export const EXIT = {
  /** What was asked for cannot be done, or was done in part. */
  notDone: 1,
  /** The arguments are wrong; nothing was begun. */
  usage: 2,
  /** AWS refused or could not be reached. The same command may be run again. */
  aws: 3,
} as const;

/** An expected failure in one sentence; undefined for a defect, whose stack trace says where it is. */
export function expectedFailure(error: unknown): Failure | undefined {
  if (error instanceof Interrupted) return { message: sentence(error.message), exitStatus: INTERRUPTED_STATUS };
  if (error instanceof UsageError) return { message: sentence(error.message), exitStatus: EXIT.usage };
  if (error instanceof CliError || error instanceof Refusal)
    return { message: sentence(error.message), exitStatus: EXIT.notDone };
  // What the AWS SDK says of a missing region names no variable.
  if (error instanceof Error && error.message === 'Region is missing')
    return { message: 'No AWS region is set: set AWS_REGION to the region of the stage.', exitStatus: EXIT.notDone };
  if (error instanceof LostRace)
    return {
      message: 'Others kept changing this at the same time: run the command again.',
      exitStatus: EXIT.notDone,
    };
  return undefined;
}

/**
 * Any failure of an operator's command in one sentence. A defect is named with its place. Its message is left out: a
 * parser quotes the input there, which may be a secret.
 */
export function failureOf(error: unknown): Failure {
  const expected = expectedFailure(error) ?? awsFailure(error);
  if (expected) return expected;
  const name = error instanceof Error ? error.name : typeof error;
  const place = error instanceof Error && /\n\s+at .*?((?:bin|shared|functions)\/[\w./-]+:\d+)/.exec(error.stack ?? '');
  return {
    message: `The command has a defect: ${name}${place ? ` in ${place[1]}` : ''}. Nothing says that it was done; look before it is run again.`,
    exitStatus: EXIT.notDone,
  };
}

/** A store and a sealer wrap what the SDK throws. */
function awsFailure(error: unknown): Failure | undefined {
  if (!(error instanceof Error)) return undefined;
  // The ports keep the error of AWS as the cause.
  if (error instanceof Throttled)
    return awsFailure(error.cause) ?? { message: 'The table is busy: run the command again.', exitStatus: EXIT.aws };
  if (isOfSdk(error)) {
    const { message } = error;
    const said = message === '' || message === error.name ? '' : `: ${message.split('\n')[0]}`;
    return { message: sentence(`AWS refused (${error.name})${said}`), exitStatus: EXIT.aws };
  }
  return error.cause === undefined ? undefined : awsFailure(error.cause);
}

/** Errors of services have `$metadata`; those of credentials and of the network have a name or a code. */
const isOfSdk = (error: Error): boolean =>
  isAwsError(error) ||
  /^(?:CredentialsProviderError|TokenProviderError|TimeoutError|NetworkingError)$/.test(error.name) ||
  /^E(?:CONNREFUSED|CONNRESET|NOTFOUND|AI_AGAIN|TIMEDOUT)$/.test(String(Object(error).code ?? ''));

const sentence = (message: string): string => `${message.replace(/\.$/, '')}.`;
