/** One configuration; `npm run test:unit` and the others choose folders. */
module.exports = {
  testEnvironment: 'node',
  // Left to itself, jest keeps one of two cores for nothing but counting.
  maxWorkers: '100%',
  workerIdleMemoryLimit: '1500MB',
  // A bound for what hangs, not a measure: a busy machine must never decide a test.
  testTimeout: 600_000,
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/.local/', '<rootDir>/cdk.out/'],
  setupFiles: ['<rootDir>/test/support/property-seed.ts'],
  transform: {
    '^.+\\.(t|j|mj)s$': [
      '@swc/jest',
      { jsc: { target: 'es2023', parser: { syntax: 'typescript' } }, module: { type: 'commonjs' } },
    ],
  },
  moduleNameMapper: {
    // Offered to `import` alone, which jest's resolver does not ask for.
    '^@middy/(core|util)$': '<rootDir>/node_modules/@middy/$1/index.js',
    '^#(shared|functions|lib|bin|test)/(.*)$': '<rootDir>/$1/$2',
  },
  transformIgnorePatterns: [
    '/node_modules/(?!(@middy|typeid-js|uuid|ical.js|marked|openid-client|oauth4webapi|jose|hono|oidc-provider|fetch-to-node)/)',
  ],
};
