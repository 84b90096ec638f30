import { LEAST_BOOTSTRAP_VERSION } from '#bin/cdk/check/checks/bootstrap';
import { accountConcurrency, workerConcurrency } from '#lib/account-concurrency';
import { configFor } from '#lib/config';
import { describe, expect, it } from '#test/support/jest';
import { aTemplateSet, productionOptions, resourcesOf } from './synthesized.ts';

describe('what a deploy needs of an account', () => {
  it.each(['sandbox', 'production'])(
    'is the concurrency that the queues of the %s stage reach, and what functions reserve, at least 100',
    (stage) => {
      const mappings = resourcesOf(aTemplateSet(stage).code, 'AWS::Lambda::EventSourceMapping');
      const reached = mappings.reduce(
        (total, { properties }) => total + (properties.ScalingConfig?.MaximumConcurrency ?? 0),
        0,
      );
      const reserved = resourcesOf(aTemplateSet(stage).code, 'AWS::Lambda::Function').reduce(
        (total, { properties }) => total + (properties.ReservedConcurrentExecutions ?? 0),
        0,
      );
      const config = configFor(stage, productionOptions);
      expect(workerConcurrency(config)).toBe(reached);
      expect(accountConcurrency(config)).toBe(reached + Math.max(reserved, 100));
    },
  );

  it.each(['sandbox', 'production'])(
    'is no more memory for a function of the %s stage than a new account has',
    (stage) => {
      const functions = resourcesOf(aTemplateSet(stage).code, 'AWS::Lambda::Function');
      const most = Math.max(...functions.map(({ properties }) => properties.MemorySize ?? 0));
      expect(functions.length).toBeGreaterThan(30);
      expect(most).toBeLessThanOrEqual(3_008);
    },
  );

  it('is the version of the CDK bootstrap that the templates refuse to be without', () => {
    const { storage } = aTemplateSet('sandbox');
    const { Rules } = storage.toJSON();
    const [refused] = Rules.CheckBootstrapVersion.Assertions[0].Assert['Fn::Not'][0]['Fn::Contains'];
    expect(Math.max(...refused.map(Number)) + 1).toBe(LEAST_BOOTSTRAP_VERSION);
  });
});
