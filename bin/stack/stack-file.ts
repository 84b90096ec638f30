import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { CliError } from '#bin/cli/cli-error';
import { relativePath } from '#bin/paths';
import { isListening } from '#bin/stack/ports';

const StackFile = v.object({
  /** Root of the API, ending in /api/v1. */
  base_url: v.string(),
  /** Root of the hosted pages. */
  app_url: v.string(),
  /** AWS endpoint that the stack is deployed to. */
  endpoint_url: v.string(),
  region: v.string(),
  api_key: v.string(),
  user_email: v.string(),
  /** Missing on an emulator without Cognito. */
  user_password: v.exactOptional(v.string()),
  workspace_id: v.string(),
  /** Test providers of calendars: a page for people at `/`, for scripts at `/_test/`. */
  test_providers: v.object({ google: v.string(), microsoft: v.string() }),
  /** Base URL of the speech server, without /v1. Missing with `--speech off`. */
  speech_url: v.exactOptional(v.string()),
  time_scale: v.number(),
});

/** What scripts and tests need to use a running stack: the content of stack.json. */
export type Stack = Readonly<v.InferOutput<typeof StackFile>>;

const fileIn = (stateDir: string) => join(stateDir, 'stack.json');

export const writeStack = (stateDir: string, stack: Stack): Promise<void> =>
  writeFile(fileIn(stateDir), `${JSON.stringify(stack, undefined, 2)}\n`);

/** Two stacks cannot share a state folder. A file that a crash left behind is deleted. */
export async function refuseSecondStack(stateDir: string): Promise<void> {
  const other = await readStack(fileIn(stateDir));
  if (other && (await isListening(other.app_url)))
    throw new CliError(`A stack already runs at ${other.app_url}; end it first, with Ctrl-C where it was started`);
  await deleteStackFile(stateDir);
}

/** The stack of a stack.json, running or not; undefined without such a file. */
export async function readStack(file: string): Promise<Stack | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  const read = text === undefined ? undefined : v.safeParse(v.pipe(v.string(), v.parseJson(), StackFile), text);
  return read?.success ? read.output : undefined;
}

/** The running stack of a stack.json. Throws a CliError if there is none. */
export async function runningStack(file: string): Promise<Stack> {
  const stack = await readStack(file);
  if (!stack) throw new CliError(`No stack is running: ${relativePath(file)} does not exist; start one with npm start`);
  if (await isListening(stack.app_url)) return stack;
  throw new CliError(`The stack at ${stack.app_url} does not respond any more; start one with npm start`);
}

/** Without its file, scripts do not address a stack that has ended. */
export const deleteStackFile = (stateDir: string): Promise<void> => rm(fileIn(stateDir), { force: true });
