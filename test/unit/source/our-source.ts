import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface SourceFile {
  /** From the root of the repository. */
  readonly path: string;
  readonly text: string;
}

/** Everything that runs in a deployment. */
export const ourSource = (): readonly SourceFile[] =>
  ['shared', 'functions'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts'))
      .map((path) => join(folder, path))
      .map((path) => ({ path, text: withoutComments(readFileSync(path, 'utf8')) })),
  );

/** Comments as blanks, so that lines keep their numbers. A comment begins a line in this code, or follows a blank. */
const withoutComments = (text: string): string =>
  text.replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, (comment) => comment.replaceAll(/[^\n]/g, ' '));
