/** An expected failure of a command: the message is one sentence that says what to change. Exit status 1. */
export class CliError extends Error {
  override readonly name: string = 'CliError';
}

/** The arguments of a command are not what it takes. Exit status 2. */
export class UsageError extends CliError {
  override readonly name = 'UsageError';
}
