import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { assemblyDir, type CdkTarget } from '#bin/cdk/run-cdk';

/** A template, as far as the workarounds read it. */
export interface Template<Properties> {
  readonly Resources?: Readonly<Record<string, { readonly Type: string; readonly Properties?: Properties }>>;
}

interface SynthesizedStack<Properties> {
  readonly name: string;
  readonly template: Template<Properties>;
}

const SUFFIX = '.template.json';

/** The stacks of a synthesized app with their templates. */
export async function synthesizedStacks<Properties>(
  target: CdkTarget,
): Promise<readonly SynthesizedStack<Properties>[]> {
  const files = (await readdir(assemblyDir(target))).filter((file) => file.endsWith(SUFFIX));
  return Promise.all(
    files.map(async (file) => ({
      name: file.slice(0, -SUFFIX.length),
      template: JSON.parse(await readFile(join(assemblyDir(target), file), 'utf8')),
    })),
  );
}
