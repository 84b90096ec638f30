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
  it('are the six in which something has to wait', () => {
    expect(working.map(({ properties }) => properties.QueueName).sort()).toEqual([
      'rapporteur-production-bots',
      'rapporteur-production-calendars',
      'rapporteur-production-deliver-first',
      'rapporteur-production-deliver-retry',
      'rapporteur-production-deliver-slow',
      'rapporteur-production-fanout',
    ]);
  });

  it.each(working)('$id gives up after ten tries, into dead letters of its own', ({ properties }) => {
    const target = deadLetters.find(({ id }) => id === idIn(properties.RedrivePolicy.deadLetterTargetArn));
    expect(properties.RedrivePolicy.maxReceiveCount).toBe(10);
    expect(target?.properties.QueueName).toBe(`${properties.QueueName}-dead-letters`);
  });

  it('are those whose dead letters the redrive knows', () => {
    const known = Object.values(QUEUES).map((name) => `rapporteur-production-${name}`);
    expect(working.map(({ properties }) => properties.QueueName).sort()).toEqual(known.sort());
  });

  it.each(working)('$id hides a message for at least six times what its consumer may take', ({ id, properties }) => {
    const mapping = mappings.find((each) => idIn(each.EventSourceArn) === id);
    const consumer = functions.get(idIn(mapping?.FunctionName));
    expect(properties.VisibilityTimeout).toBeGreaterThanOrEqual(6 * consumer.Timeout);
  });

  it('keep dead letters for two weeks, longer than any message waited before', () => {
    expect(deadLetters.map(({ properties }) => properties.MessageRetentionPeriod)).toEqual(
      deadLetters.map(() => 1_209_600),
    );
  });

  it.each(queues)('$id is encrypted, and refuses requests in the clear', ({ id, properties }) => {
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

  it('have 20 seconds, and their messages come back after 120', () => {
    const visible = working.filter(({ properties }) => properties.QueueName.includes('deliver-'));
    expect(delivery?.[1].Timeout).toBe(20);
    expect(visible.map(({ properties }) => properties.VisibilityTimeout)).toEqual([120, 120, 120]);
  });

  it('come from three queues that cannot take each other’s place', () => {
    expect(sources.map(({ ScalingConfig }) => ScalingConfig.MaximumConcurrency)).toEqual([100, 50, 50]);
  });
});

it('every queue’s consumer answers for each message, ten at a time, and 25 where each takes its seconds', () => {
  const fromQueues = mappings.filter(({ StartingPosition }) => StartingPosition === undefined);
  const nameOf = (mapping: { EventSourceArn: unknown }) =>
    working.find(({ id }) => id === idIn(mapping.EventSourceArn))?.properties.QueueName;
  expect(fromQueues).toHaveLength(6);
  for (const mapping of fromQueues) {
    const isSlow = nameOf(mapping) === 'rapporteur-production-deliver-slow';
    expect(mapping).toMatchObject({ BatchSize: isSlow ? 25 : 10, FunctionResponseTypes: ['ReportBatchItemFailures'] });
    // No first attempt, and no redelivery that somebody is looking at, waits for others to come.
    expect(mapping.MaximumBatchingWindowInSeconds).toBe(isSlow ? 1 : undefined);
  }
});
