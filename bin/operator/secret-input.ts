import { text } from 'node:stream/consumers';
import { CliError } from '#bin/cli/cli-error';

/** Reads a secret from standard input, and asks for it at a terminal. `what` is said with its article: `the API key`. */
export async function secretFromInput(what: string): Promise<string> {
  if (process.stdin.isTTY) console.error(`Type ${what}, then Enter and Ctrl-D:`);
  return text(process.stdin);
}

export const apiKeyFromInput = (): Promise<string> => secretFromInput('the API key');

/** One line without spaces. The error does not repeat the secret. `what` is said without an article. */
export function parseSecret(input: string, what: string): string {
  const secret = input.trim();
  const article = /^[aeiou]/i.test(what) ? 'An' : 'A';
  if (!/^[\x21-\x7e]{1,1024}$/.test(secret))
    throw new CliError(`${article} ${what} is required: one line without spaces`);
  return secret;
}

export const parseApiKey = (input: string): string => parseSecret(input, 'API key');
