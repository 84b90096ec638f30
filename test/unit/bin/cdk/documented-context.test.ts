import { readFileSync } from 'node:fs';
import { deploymentOptions } from '#bin/cdk/deployment-options';
import { configFor } from '#lib/config';
import { describe, expect, it } from '#test/support/jest';

/** The rows of the table of the context in README.md: names and examples. */
const EXAMPLES = [...readFileSync('README.md', 'utf8').matchAll(/^\| `(\w+)` \| .* \| `(.+)` \|$/gm)].map(
  ([, name = '', example = '']) => [name, example] as const,
);

/** Of a local stack, which `npm start` deploys. */
const LOCAL = ['port', 'timeScale', 'testProviders', 'endpoint', 'signIn'];

/** The names of all values that a deployment reads. */
function namesRead(): readonly string[] {
  const names = new Set<string>();
  deploymentOptions((name) => {
    names.add(name);
    return undefined;
  });
  return [...names];
}

describe('the context table of README.md', () => {
  it('has every value that a deployment reads, and no other', () => {
    const expected = namesRead().filter((name) => !LOCAL.includes(name));
    expect(EXAMPLES.map(([name]) => name).sort()).toEqual([...expected].sort());
  });

  it('has examples that a production takes', () => {
    const context = new Map<string, string>(EXAMPLES);
    const config = configFor(
      'production',
      deploymentOptions((name) => context.get(name)),
    );
    expect(config).toMatchObject({
      stage: 'production',
      mailFrom: 'no-reply@example.com',
      serverZone: 'Europe/Berlin',
    });
  });
});
