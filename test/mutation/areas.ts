interface Area {
  /** What is mutated, and the tests that must notice. Globs from the root of the repository. */
  readonly mutate: readonly string[];
  readonly tests: readonly string[];
}

const UNIT = 'test/unit/webhooks';
const RULES = 'shared/webhooks/delivery/rules';

/** Areas of mutation testing. The tests of one are fast, since each mutant runs them in a process of its own. */
export const AREAS: Readonly<Record<string, Area>> = {
  schedule: {
    mutate: ['attempt', 'attempt-ended', 'lease', 'rate-slot'].map((name) => `${RULES}/${name}.ts`),
    tests: ['attempt-class', 'attempt-ended', 'lease', 'rate-slot'].map(
      (name) => `${UNIT}/delivery/rules/${name}.test.ts`,
    ),
  },
  signing: { mutate: ['shared/webhooks/signing/*.ts'], tests: [`${UNIT}/signing/*.test.ts`] },
  guard: {
    mutate: ['shared/webhooks/addresses/is-public-address.ts'],
    tests: [`${UNIT}/addresses/is-public-address.test.ts`],
  },
  // Not the look-up of names: it waits for name servers that do not answer, seconds for each mutant.
  urls: {
    mutate: ['validate-webhook-url', 'validate-receiver'].map((name) => `shared/webhooks/addresses/${name}.ts`),
    tests: ['validate-webhook-url', 'validate-receiver'].map((name) => `${UNIT}/addresses/${name}.test.ts`),
  },
  endpoints: {
    mutate: ['event-filter', 'endpoint-health', 'endpoint-headers'].map(
      (name) => `shared/webhooks/endpoints/rules/${name}.ts`,
    ),
    tests: [`${UNIT}/endpoints/rules/*.test.ts`],
  },
  stats: { mutate: ['shared/webhooks/stats/rules/*.ts'], tests: [`${UNIT}/stats/rules/*.test.ts`] },
  slow: { mutate: [`${RULES}/slow-endpoints.ts`], tests: [`${UNIT}/delivery/rules/slow-endpoints.test.ts`] },
};
