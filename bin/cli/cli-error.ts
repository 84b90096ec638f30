/** An expected failure of a command: the message is one sentence that says what to change. Exit status 1. */
export class CliError extends Error {
  override readonly name = 'CliError';
}
