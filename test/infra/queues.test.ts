import { QUEUES } from '#bin/operator/redrive/queues';
import { describe, expect, it } from '#test/support/jest';
import { functionIdIn } from './call-graph.ts';
import { actionsIn, permissionsOf } from './permissions.ts';
import { aTemplateSet, idIn, resourcesOf } from './synthesized.ts';

const { service } = aTemplateSet('production');
const queues = resourcesOf(service, 'AWS::SQS::Queue');
const isDeadLetters = (name: unknown) => String(name).endsWith('-dead-letters');
const working = queues.filter(({ properties }) => !isDeadLetters(properties.QueueName));
const deadLetters = queues.filter(({ properties }) => isDeadLetters(properties.QueueName));
const functions = new Map(resourcesOf(service, 'AWS::Lambda::Function').map(({ id, properties }) => [id, properties]));
const mappings = resourcesOf(service, 'AWS::Lambda::EventSourceMapping').map(({ properties }) => properties);
/** The function behind a mapping, which may name its alias. */
const consumerOf = (mapping: { readonly FunctionName: unknown } | undefined) =>
  functions.get(functionIdIn([service], mapping?.FunctionName));

describe('queues', () => {
  it('are fifteen', () => {
    expect(working.map(({ properties }) => properties.QueueName).sort()).toEqual([
      'rapporteur-production-bots',
      'rapporteur-production-calendars',
      'rapporteur-production-deliver-first',
      'rapporteur-production-deliver-retry',
      'rapporteur-production-deliver-slow',
      'rapporteur-production-export-jobs',
      'rapporteur-production-fanout',
      'rapporteur-production-housekeeping-jobs',
      'rapporteur-production-live',
      'rapporteur-production-mail-jobs',
      'rapporteur-production-media-jobs',
      'rapporteur-production-order-jobs',
      'rapporteur-production-recording-jobs',
      'rapporteur-production-redelivery-jobs',
      'rapporteur-production-settings-jobs',
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

  const inQuickRecovery = ({ properties }: (typeof working)[number]) =>
    /-(fanout|deliver-(first|retry|slow))$/.test(String(properties.QueueName));

  it('of webhooks show the messages of a killed invocation again within 40 seconds, slow ones within 60', () => {
    const seconds = working
      .filter(inQuickRecovery)
      .map(({ properties }) => [String(properties.QueueName).split('-').at(-1), properties.VisibilityTimeout]);

    expect(Object.fromEntries(seconds)).toEqual({ fanout: 40, first: 35, retry: 35, slow: 60 });
  });

  it.each(working.filter(inQuickRecovery))('$id hides messages for longer than its consumer may take', (queue) => {
    const mapping = mappings.find((each) => idIn(each.EventSourceArn) === queue.id);
    const consumer = consumerOf(mapping);
    expect(queue.properties.VisibilityTimeout).toBeGreaterThan(consumer.Timeout);
  });

  it.each(working.filter((queue) => !inQuickRecovery(queue)))(
    '$id has a visibility timeout of at least six times the timeout of its consumer',
    ({ id, properties }) => {
      const mapping = mappings.find((each) => idIn(each.EventSourceArn) === id);
      const consumer = consumerOf(mapping);
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

describe('messages of the bus, which can set no message group,', () => {
  const targets = resourcesOf(service, 'AWS::Events::Rule').flatMap(({ properties }) =>
    properties.Targets.map(({ Arn }: { readonly Arn: unknown }) => idIn(Arn)),
  );
  const fed = working.filter(({ id }) => targets.includes(id));

  it('come to every queue but those of attempts and of live transcripts', () => {
    const others = working.filter((queue) => !fed.includes(queue));
    expect(others.map(({ properties }) => properties.QueueName.replace('rapporteur-production-', '')).sort()).toEqual([
      'deliver-first',
      'deliver-slow',
      'live',
    ]);
  });

  it.each(fed)('can be queued once more by the consumer of $id', ({ id }) => {
    const consumer = consumerOf(mappings.find(({ EventSourceArn }) => idIn(EventSourceArn) === id));
    const name = consumer.FunctionName.replace('rapporteur-production-', '');
    const sends = permissionsOf(service, name).filter((statement) => actionsIn(statement).includes('sqs:SendMessage'));
    expect(sends.flatMap(({ Resource }) => [Resource].flat().map(idIn))).toContain(id);
  });

  it('are served fairly: no queue is first in, first out', () => {
    expect(working.filter(({ properties }) => properties.FifoQueue !== undefined)).toEqual([]);
  });
});

describe('deliveries', () => {
  const delivery = [...functions].find(
    ([, { FunctionName }]) => FunctionName === 'rapporteur-production-webhook-delivery',
  );
  const sources = mappings.filter(({ FunctionName }) => functionIdIn([service], FunctionName) === delivery?.[0]);

  it('have a timeout of 20 seconds, and their messages a visibility timeout of 35, slow ones 60', () => {
    const visible = working.filter(({ properties }) => properties.QueueName.includes('deliver-'));
    expect(delivery?.[1].Timeout).toBe(20);
    expect(visible.map(({ properties }) => properties.VisibilityTimeout)).toEqual([35, 35, 60]);
  });

  it('come from three queues with their own concurrency', () => {
    expect(sources.map(({ ScalingConfig }) => ScalingConfig.MaximumConcurrency)).toEqual([100, 50, 50]);
  });
});

describe('the workers of long jobs', () => {
  const jobQueues = working.filter(({ properties }) => properties.QueueName.endsWith('-jobs'));
  const sourceOf = (queue: string) => mappings.find(({ EventSourceArn }) => idIn(EventSourceArn) === queue);

  it.each(jobQueues)('have a maximum concurrency, and take one job at a time from $id', ({ id, properties }) => {
    const MaximumConcurrency = properties.QueueName.endsWith('-recording-jobs') ? 100 : 10;
    expect(sourceOf(id)).toMatchObject({ BatchSize: 1, ScalingConfig: { MaximumConcurrency } });
  });

  const copiesMedia = ({ properties }: (typeof jobQueues)[number]) =>
    /-(media|recording)-jobs$/.test(properties.QueueName);

  it('copy a file of media in one invocation, where its source has no ranges', () => {
    const timeouts = jobQueues.filter(copiesMedia).map(({ id }) => consumerOf(sourceOf(id)).Timeout);
    expect(timeouts).toEqual([900, 900]);
  });

  it('of media leave half of what works at a time to files that are not downloaded for long', () => {
    const { id } = jobQueues.find(({ properties }) => properties.QueueName.endsWith('-media-jobs')) ?? {};
    expect(consumerOf(sourceOf(id ?? '')).Environment.Variables['LONG_INGESTIONS']).toBe('5');
  });

  it.each(jobQueues.filter((queue) => !copiesMedia(queue)))(
    'leave $id to other workspaces after 45 seconds',
    ({ id, properties }) => {
      const consumer = consumerOf(sourceOf(id));
      // No step is begun in the last 45 seconds (shared/foundation/events/job-worker.ts), of exports in the last 375.
      expect(consumer.Timeout - (/-export-jobs$/.test(properties.QueueName) ? 375 : 45)).toBe(45);
    },
  );

  it('reserve no concurrency of the account', () => {
    const ofQueues = mappings.filter(({ StartingPosition }) => !StartingPosition);
    const reserved = ofQueues.map((mapping) => consumerOf(mapping).ReservedConcurrentExecutions);
    expect(new Set(reserved)).toEqual(new Set([undefined]));
  });
});

it('a sandbox has a maximum concurrency for deliveries alone, so that Lambda polls the other quiet queues less', () => {
  const { service: sandbox } = aTemplateSet('sandbox');
  const unbounded = resourcesOf(sandbox, 'AWS::Lambda::EventSourceMapping')
    .filter(({ properties: { StartingPosition, ScalingConfig } }) => !StartingPosition && !ScalingConfig)
    .map(
      ({ properties }) =>
        sandbox.findResources('AWS::SQS::Queue')[idIn(properties.EventSourceArn)]?.['Properties'].QueueName,
    );

  expect(unbounded.sort()).toEqual(
    [
      'bots',
      'calendars',
      'export-jobs',
      'fanout',
      'housekeeping-jobs',
      'live',
      'mail-jobs',
      'media-jobs',
      'order-jobs',
      'recording-jobs',
      'redelivery-jobs',
      'settings-jobs',
    ].map((name) => `rapporteur-sandbox-${name}`),
  );
});

it('consumers report failed messages of batches of ten, of 25 for slow receivers, and of one for jobs and calendars', () => {
  const fromQueues = mappings.filter(({ StartingPosition }) => StartingPosition === undefined);
  const nameOf = (mapping: { EventSourceArn: unknown }) =>
    working.find(({ id }) => id === idIn(mapping.EventSourceArn))?.properties.QueueName;
  expect(fromQueues).toHaveLength(15);
  for (const mapping of fromQueues) {
    const isSlow = nameOf(mapping) === 'rapporteur-production-deliver-slow';
    const takesOne = /-(?:jobs|calendars)$/.test(nameOf(mapping) ?? '');
    const BatchSize = isSlow ? 25 : takesOne ? 1 : 10;
    expect(mapping).toMatchObject({ BatchSize, FunctionResponseTypes: ['ReportBatchItemFailures'] });
    // First attempts and redeliveries have no batching window.
    expect(mapping.MaximumBatchingWindowInSeconds).toBe(isSlow ? 1 : undefined);
  }
});
