import { execFile, execFileSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '#test/support/jest';

const PROJECT = resolve('.');
const run = promisify(execFile);

/** A copy of the project, so that what the scaffold writes is compiled and tested as a part of it. */
let copy: string;

beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'rapporteur-scaffold-'));
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' }).trim().split('\n');
  const folders = new Set(files.map((path) => path.split('/')[0] ?? ''));
  for (const name of folders)
    if (!['assets', 'docs', '.ci'].includes(name)) await cp(join(PROJECT, name), join(copy, name), { recursive: true });
  await mkdir(join(copy, 'assets'));
  await symlink(join(PROJECT, 'node_modules'), join(copy, 'node_modules'));
});

afterAll(() => rm(copy, { recursive: true, force: true }));

/** The new resource with its tests, and all of `shared/`: its features add the types of events and jobs to one another. */
const COMPILED = {
  extends: './tsconfig.json',
  include: [
    'functions/api/retention-rules',
    'shared',
    'test/contract/resources.test.ts',
    'test/contract/retention-rules',
    'test/unit/retention-rules',
  ],
};

const inCopy = (program: string, ...args: readonly string[]) =>
  run(join(PROJECT, 'node_modules/.bin', program), args, { cwd: copy });

/** In test/contract/resources.test.ts. */
const TESTS_OF_EVERY_RESOURCE = 7;

interface Outcome {
  readonly passed: number;
  readonly failures: readonly string[];
}

async function jest(...paths: readonly string[]): Promise<Outcome> {
  const report = join(copy, 'report.json');
  await inCopy('jest', ...paths, '--json', '--outputFile', report, '--runInBand').catch(() => undefined);
  const { numPassedTests, testResults } = JSON.parse(await readFile(report, 'utf8'));
  const failures = testResults.flatMap(({ assertionResults, message }: Suite) =>
    assertionResults.length === 0 ? [message] : assertionResults.filter(isFailed).map(titleOf),
  );
  return { passed: numPassedTests, failures };
}

interface Suite {
  readonly message: string;
  readonly assertionResults: readonly Result[];
}

interface Result {
  readonly status: string;
  readonly ancestorTitles: readonly string[];
  readonly title: string;
}

const isFailed = ({ status }: Result): boolean => status === 'failed';
const titleOf = ({ ancestorTitles, title }: Result): string => [...ancestorTitles, title].join(' ');

describe('npm run new:resource and npm run new:endpoint', () => {
  it('write code that compiles, serves five endpoints, and has one failing test each to begin with', async () => {
    await inCopy('node', 'bin/cli.ts', 'new:resource', 'retention-rule', '--context', 'texts', '--prefix', 'rrl');
    const endpoint = ['retention-rules', 'apply-rules', '--method', 'GET', '--path', '/retention_rules/apply'];
    await inCopy('node', 'bin/cli.ts', 'new:endpoint', ...endpoint);

    await writeFile(join(copy, 'tsconfig.scaffold.json'), JSON.stringify(COMPILED));
    await inCopy('tsc', '-p', 'tsconfig.scaffold.json', '--singleThreaded');
    const own = ['test/contract/retention-rules', 'test/unit/retention-rules'];
    const { passed, failures } = await jest('test/contract/resources.test.ts', ...own, '-t', 'retention.rule');

    expect(passed).toBe(TESTS_OF_EVERY_RESOURCE);
    expect([...failures].sort()).toEqual([
      'GET /retention_rules/apply 200: does what it is for',
      'a retention rule has a rule of its own',
    ]);
  });

  it('refuse a name that is taken, and an unknown group', async () => {
    const again = inCopy('node', 'bin/cli.ts', 'new:resource', 'bot', '--context', 'capture', '--prefix', 'bot');
    await expect(again).rejects.toThrow('exists already');
    const nowhere = inCopy('node', 'bin/cli.ts', 'new:endpoint', 'nowhere', 'do-it', '--method', 'GET', '--path', '/x');
    await expect(nowhere).rejects.toThrow('There is no group nowhere');
  });
});
