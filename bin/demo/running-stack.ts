import { readFile } from 'node:fs/promises';
import * as v from 'valibot';
import { CouldNotStart } from '#bin/cli/cli-error';
import { shownPath } from '#bin/demo/relative-path';
import { answers } from '#bin/stack/ports';

const StackFile = v.object({
  base_url: v.string(),
  app_url: v.string(),
  api_key: v.string(),
  workspace_id: v.string(),
  user_email: v.string(),
});
export type StackToShow = v.InferOutput<typeof StackFile>;

/** The stack that a stack.json tells of, when it runs. */
export async function runningStack(file: string): Promise<StackToShow> {
  const stack = v.safeParse(StackFile, await jsonIn(file));
  if (!stack.success) throw new CouldNotStart(`No stack runs: ${shownPath(file)} is not there; begin with npm start`);
  if (await answers(stack.output.app_url)) return stack.output;
  throw new CouldNotStart(`The stack at ${stack.output.app_url} does not answer any more; begin with npm start`);
}

async function jsonIn(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch {
    return undefined;
  }
}
