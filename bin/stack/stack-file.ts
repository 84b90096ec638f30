import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CouldNotStart } from '#bin/cli/cli-error';
import { answers } from '#bin/stack/ports';

/** What a script or a test needs to use a running stack, as it lies in stack.json. */
export interface Stack {
  /** Root of the API, ending in /api/v1. */
  readonly base_url: string;
  /** Root of the hosted pages. */
  readonly app_url: string;
  /** AWS as the stack sees it. */
  readonly endpoint_url: string;
  readonly region: string;
  readonly api_key: string;
  readonly user_email: string;
  /** With which that user signs in; none where nobody can. */
  readonly user_password?: string;
  readonly workspace_id: string;
  /** Stand-ins for Google and Microsoft: pages for people at `/`, for scripts at `/_test/`. */
  readonly test_providers: { readonly google: string; readonly microsoft: string };
  readonly time_scale: number;
}

const fileIn = (stateDir: string) => join(stateDir, 'stack.json');

export const writeStack = (stateDir: string, stack: Stack): Promise<void> =>
  writeFile(fileIn(stateDir), `${JSON.stringify(stack, undefined, 2)}\n`);

/** Two stacks in one folder would end each other's work. A file that a crash left behind is taken away. */
export async function refuseSecondStack(stateDir: string): Promise<void> {
  const other = await readStack(stateDir);
  if (other && (await answers(other.app_url)))
    throw new CouldNotStart(`A stack already runs at ${other.app_url}; end it first, with Ctrl-C where it was started`);
  await forgetStack(stateDir);
}

/** The stack whose file is there, running or not; undefined where there is none. */
export async function readStack(stateDir: string): Promise<Stack | undefined> {
  const text = await readFile(fileIn(stateDir), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : (JSON.parse(text) as Stack);
}

/** A file without a stack would send scripts to a port where nobody, or somebody else, answers. */
export const forgetStack = (stateDir: string): Promise<void> => rm(fileIn(stateDir), { force: true });
