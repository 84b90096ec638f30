/** One configuration; `npm test -- unit` and the others choose folders. */
module.exports = {
  // Runs tests as Node runs any script, and loads each module once: docs/decisions/jest-light-runner.md.
  runner: 'jest-light-runner',
  // Left to itself, jest keeps one of two cores for nothing but counting.
  maxWorkers: '100%',
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/.local/', '<rootDir>/cdk.out/'],
  setupFiles: ['<rootDir>/test/support/property-seed.ts'],
};
