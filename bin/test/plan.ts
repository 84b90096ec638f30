/** What npm test runs beside its stack. test/commands/ compares it with package.json and the documents. */

/** Scripts of package.json that check and change nothing. */
export const CHECKS = ['types', 'lint', 'boundaries', 'unused', 'document'] as const;

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

/** The speech server of the stack takes one upload at a time, and work that it refuses waits: one file at once. */
export const SPEECH_SERVER = 'test/integration/speech-server';

/** Another program, whose processes wait for each other: before a release alone. */
export const MCP_REMOTE = 'test/browser/mcp-remote';

/**
 * Threads of the parts whose tests wait most of their time, or are kept apart. The others have one each, which loads a
 * module once and makes once what many tests need, such as fonts and synthesized stacks; parts run side by side instead.
 */
export const THREADS: Readonly<Partial<Record<keyof typeof TESTS, number>>> = {
  // At release size it takes 40 minutes in one process, most of them after all other parts have ended.
  ...(process.env['TEST_SIZE'] === 'release' && { simulation: 2 }),
  integration: 2,
  browser: 3,
  // One for each of its files: it counts what V8 executes, which loses counts of code that earlier tests made hot.
  hostile: 2,
};
