import { expect } from 'expect';

/** What the mutated tests use of #test/support/jest, without what makes jest start slowly: one process runs all of them. */
type Work = (...values: never[]) => unknown;

interface Test {
  readonly title: string;
  readonly work: () => unknown;
}

const tests: Test[] = [];
const cleanUps: (() => unknown)[] = [];
let group = '';

const add = (title: string, work: () => unknown): void => {
  tests.push({ title: `${group}${title}`, work });
};

/** A row is a list of arguments, or one argument. */
const each =
  (rows: readonly unknown[]) =>
  (title: string, work: Work): void => {
    for (const row of rows) add(title, () => work(...((Array.isArray(row) ? row : [row]) as never[])));
  };

const it = Object.assign(add, { each });

function describe(title: string, define: () => void): void {
  const before = group;
  group = `${group}${title} `;
  define();
  group = before;
}

const afterEach = (work: () => unknown): void => {
  cleanUps.push(work);
};

/** Runs every test and stops at the first that fails: a mutant is killed by one. */
async function runAll(): Promise<void> {
  for (const { title, work } of tests) {
    try {
      await work();
    } catch (error) {
      process.stderr.write(`${title}\n${error instanceof Error ? error.message : error}\n`);
      process.exit(1);
    }
    for (const cleanUp of cleanUps) await cleanUp();
  }
  process.stdout.write(`${tests.length} tests\n`);
  process.exit(tests.length > 0 ? 0 : 1);
}

export { afterEach, describe, expect, it, runAll };
