import { describe, expect, it } from '@jest/globals';
import { QUEUES } from '#bin/operator/redrive/queues';
import { aTemplateSet, idIn, resourcesOf } from './synthesized';

const { service } = aTemplateSet('production');
const queues = resourcesOf(service, 'AWS::SQS::Queue');
const isDeadLetters = (name: unknown) => String(name).endsWith('-dead-letters');
const working = queues.filter(({ properties }) => !isDeadLetters(properties.QueueName));
const deadLetters = queues.filter(({ properties }) => isDeadLetters(properties.QueueName));
const functions = new Map(resourcesOf(service, 'AWS::Lambda::Function').map(({ id, properties }) => [id, properties]));
const mappings = resourcesOf(service, 'AWS::Lambda::EventSourceMapping').map(({ properties }) => properties);

describe('queues', () => {
  it('are six', () => {
    expect(working.map(({ properties }) => properties.QueueName).sort()).toEqual([
      'rapporteur-production-bots',
      'rapporteur-production-calendars',
      'rapporteur-production-deliver-first',
      'rapporteur-production-deliver-retry',
      'rapporteur-production-deliver-slow',
      'rapporteur-production-fanout',
    ]);
  });

  it.each(working)('$id has its own dead-letter queue after ten receives', ({ properties }) => {
    const target = deadLetters.find(({ id }) => id === idIn(properties.RedrivePolicy.deadLetterTargetArn));
    expect(properties.RedrivePolicy.maxReceiveCount).toBe(10);
    expect(target?.properties.QueueName).toBe(`${properties.QueueName}-dead-letters`);
  });

  it('are those that the redrive command knows', () => {
    const known = Object.values(QUEUES).map((name) => `rapporteur-production-${name}`);
    expect(working.map(({ properties }) => properties.QueueName).sort()).toEqual(known.sort());
  });

  it.each(working)(
    '$id has a visibility timeout of at least six times the timeout of its consumer',
    ({ id, properties }) => {
      const mapping = mappings.find((each) => idIn(each.EventSourceArn) === id);
      const consumer = functions.get(idIn(mapping?.FunctionName));
      expect(properties.VisibilityTimeout).toBeGreaterThanOrEqual(6 * consumer.Timeout);
    },
  );

  it('keep dead letters for two weeks', () => {
    expect(deadLetters.map(({ properties }) => properties.MessageRetentionPeriod)).toEqual(
      deadLetters.map(() => 1_209_600),
    );
  });

  it.each(queues)('$id is encrypted, and refuses requests without TLS', ({ id, properties }) => {
    const policies = resourcesOf(service, 'AWS::SQS::QueuePolicy').filter((policy) =>
      policy.properties.Queues.some((queue: unknown) => idIn(queue) === id),
    );
    const statements = policies.flatMap((policy) => policy.properties.PolicyDocument.Statement);
    expect(properties.SqsManagedSseEnabled).toBe(true);
    expect(statements).toContainEqual(
      expect.objectContaining({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
    );
  });
});

describe('deliveries', () => {
  const delivery = [...functions].find(
    ([, { FunctionName }]) => FunctionName === 'rapporteur-production-webhook-delivery',
  );
  const sources = mappings.filter(({ FunctionName }) => idIn(FunctionName) === delivery?.[0]);

  it('have a timeout of 20 seconds, and their messages a visibility timeout of 120', () => {
    const visible = working.filter(({ properties }) => properties.QueueName.includes('deliver-'));
    expect(delivery?.[1].Timeout).toBe(20);
    expect(visible.map(({ properties }) => properties.VisibilityTimeout)).toEqual([120, 120, 120]);
  });

  it('come from three queues with their own concurrency', () => {
    expect(sources.map(({ ScalingConfig }) => ScalingConfig.MaximumConcurrency)).toEqual([100, 50, 50]);
  });
});

it('consumers report failed messages of batches of ten, and of 25 for slow receivers', () => {
  const fromQueues = mappings.filter(({ StartingPosition }) => StartingPosition === undefined);
  const nameOf = (mapping: { EventSourceArn: unknown }) =>
    working.find(({ id }) => id === idIn(mapping.EventSourceArn))?.properties.QueueName;
  expect(fromQueues).toHaveLength(6);
  for (const mapping of fromQueues) {
    const isSlow = nameOf(mapping) === 'rapporteur-production-deliver-slow';
    expect(mapping).toMatchObject({ BatchSize: isSlow ? 25 : 10, FunctionResponseTypes: ['ReportBatchItemFailures'] });
    // First attempts and redeliveries have no batching window.
    expect(mapping.MaximumBatchingWindowInSeconds).toBe(isSlow ? 1 : undefined);
  }
});
