/** What npm test runs beside its stacks. test/commands/ compares it with package.json and the documents. */

/** Scripts of package.json that check and change nothing. */
export const CHECKS = ['types', 'lint', 'boundaries', 'unused', 'document', 'supply-chain'] as const;

/** How npm test runs them where it differs from their script: beside the others, threads of the compiler only repeat work. */
export const CHECK_ARGS: Readonly<Partial<Record<(typeof CHECKS)[number], readonly string[]>>> = {
  types: ['--singleThreaded'],
};

/** Folders of tests by part: those of `stack` and `browser` need a running stack. */
export const TESTS = {
  unit: ['test/unit'],
  contract: ['test/contract', 'test/hooks'],
  infra: ['test/infra'],
  workers: ['test/workers'],
  simulation: ['test/simulation'],
  readers: ['test/readers'],
  hostile: ['test/hostile'],
  commands: ['test/commands'],
  integration: ['test/integration'],
  browser: ['test/browser'],
} as const;

/**
 * Parts whose files jest runs in so many groups, side by side (bin/test/groups.ts): few load modules less often, two keep
 * two cores busy to the end, and those of a stack wait most of their time. That of infra is one: what it synthesizes, it
 * synthesizes once.
 */
export const GROUPS = {
  unit: 2,
  contract: 2,
  infra: 1,
  workers: 2,
  integration: 3,
  browser: 3,
} as const satisfies Partial<Readonly<Record<keyof typeof TESTS, number>>>;

/** Files of one group: the speech server of the stack takes one upload at a time, and work that it refuses waits for minutes. */
export const TOGETHER: readonly string[] = [
  'test/integration/cli.test.ts',
  'test/integration/demo.test.ts',
  'test/integration/speech.test.ts',
  'test/integration/transcribe.test.ts',
];
