import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { installTools, toolProgram } from '#bin/tools';
import { beforeAll, expect, it } from '#test/support/jest';

const TABLE = resolve('.dependency-cruiser.cjs');

beforeAll(installTools);

/** What the import table says of a project that consists of these files. */
async function checked(files: Readonly<Record<string, string>>): Promise<string> {
  const project = await mkdtemp(join(tmpdir(), 'rapporteur-contexts-'));
  try {
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(project, path)), { recursive: true });
      await writeFile(join(project, path), text);
    }
    return await new Promise((said) => {
      execFile(process.execPath, [toolProgram('depcruise'), '--config', TABLE, 'shared'], { cwd: project }, (_, text) =>
        said(text),
      );
    });
  } finally {
    await rm(project, { recursive: true, force: true });
  }
}

/** A rule of a context that imports one of another, or its type. */
const importing = (context: string, other: string, what: 'import' | 'import type') => ({
  [`shared/${context}/seats/rules/of-${other}.ts`]: `${what} { Seat } from '../../../${other}/seats/rules/seat.ts';\nexport const some: Seat[] = [];\n`,
  [`shared/${other}/seats/rules/seat.ts`]: 'export class Seat {}\n',
});

it('a context that imports one above it, or a type of it, is refused, and one that imports one below is not', async () => {
  const said = await checked({
    ...importing('foundation', 'accounts', 'import type'),
    ...importing('calendars', 'capture', 'import'),
    ...importing('lifecycle', 'wiring', 'import type'),
    ...importing('capture', 'calendars', 'import'),
    ...importing('webhooks', 'texts', 'import type'),
  });

  expect(said.match(/\w+ imports no context above it/g)?.sort()).toEqual([
    'calendars imports no context above it',
    'foundation imports no context above it',
    'lifecycle imports no context above it',
  ]);
});
