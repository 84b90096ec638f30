/** What npm test runs beside its stacks. test/commands/ compares it with package.json and the documents. */

/** Scripts of package.json that check and change nothing. */
export const CHECKS = ['types', 'lint', 'boundaries', 'unused', 'document', 'supply-chain'] as const;

/** Folders of tests by part: those of `stack` and `browser` need a running stack. */
export const TESTS = {
  'unit, contract, infra': ['test/unit', 'test/contract', 'test/hooks', 'test/infra'],
  workers: ['test/workers'],
  hostile: ['test/hostile'],
  commands: ['test/commands'],
  integration: ['test/integration'],
  browser: ['test/browser'],
} as const;
