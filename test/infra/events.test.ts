import type { Job } from '#shared/foundation/events/rules/domain-event';
import { JOB_TYPES, type JobType } from '#shared/foundation/infrastructure-names';
import { PUBLIC_EVENTS } from '#shared/webhooks/endpoints/rules/public-events';
import { describe, expect, it } from '#test/support/jest';
import { aTemplateSet, idIn, type Resource, resourcesOf } from './synthesized.ts';

const { service } = aTemplateSet('production');
const rules = resourcesOf(service, 'AWS::Events::Rule');
const targets = rules.flatMap(({ id, properties }) =>
  properties.Targets.map((target: unknown) => ({ id, properties: target })),
) as readonly Resource[];

const typesOf = (name: string) => rules.find(({ id }) => id.includes(name))?.properties.EventPattern['detail-type'];

describe('rules', () => {
  it.each(targets)('$id has a retry policy and a dead-letter queue', ({ properties }) => {
    expect(properties.RetryPolicy.MaximumRetryAttempts).toBeGreaterThanOrEqual(0);
    expect(properties.RetryPolicy.MaximumEventAgeInSeconds).toBeGreaterThanOrEqual(60);
    expect(idIn(properties.DeadLetterConfig.Arn)).toContain('DeadLetters');
  });

  it('retry events of the bus for a day', () => {
    const ours = targets.filter(({ id }) => id.startsWith('Events'));
    expect(ours.map(({ properties }) => properties.RetryPolicy)).toEqual(
      ours.map(() => ({ MaximumEventAgeInSeconds: 86_400, MaximumRetryAttempts: 185 })),
    );
    expect(ours).toHaveLength(15);
  });

  it('match the source of the service only', () => {
    const onBus = rules.filter(({ properties }) => properties.EventBusName);
    for (const { properties } of onBus) expect(properties.EventPattern.source).toEqual(['rapporteur']);
  });

  it('on the default bus match the ends of our own transcription jobs', () => {
    const [rule] = rules.filter(({ id }) => id.includes('TranscriptionEnded'));
    expect(rule?.properties).not.toHaveProperty('EventBusName');
    expect(rule?.properties.EventPattern).toEqual({
      source: ['aws.transcribe'],
      'detail-type': ['Transcribe Job State Change'],
      detail: {
        TranscriptionJobName: [{ prefix: 'rapporteur-production-' }],
        TranscriptionJobStatus: ['COMPLETED', 'FAILED'],
      },
    });
  });

  it('send public events to the fan-out, and no internal ones', () => {
    expect(typesOf('PublicEvents')).toEqual([
      { prefix: 'meeting.' },
      { prefix: 'bot.recording_' },
      'bot.transcript_ready',
      'bot.summary_ready',
      'bot.failed',
      'bot.cancelled',
      { prefix: 'calendar_connection.' },
      'calendar_feed.warning',
      { prefix: 'conversation.' },
      { prefix: 'export.' },
      { prefix: 'order.' },
      'usage.threshold',
      { prefix: 'webhook_endpoint.' },
      'webhook_event.failed',
    ]);
  });

  it('send redeliveries to the retry queue, so that they do not delay first attempts', () => {
    expect(typesOf('Redeliveries')).toEqual(['job.redelivery']);
    const [target] = targets.filter(({ id }) => id.includes('Redeliveries'));
    expect(idIn(target?.properties.Arn)).toContain('WebhooksRetryQueue');
  });

  it('send jobs to their workers', () => {
    expect(typesOf('BotDue')).toEqual(['bot.due']);
    expect(typesOf('CalendarDue')).toEqual(['calendar.due', 'job.connection_ending']);
    expect(typesOf('Recordings')).toEqual(['job.recorder_leaving', { prefix: 'job.recording' }, 'job.summary']);
    expect(typesOf('SettingsReach')).toEqual(['job.reach']);
    expect(typesOf('BulkRedelivery')).toEqual(['job.bulk_redelivery', 'job.endpoint_closing']);
    expect(typesOf('Exports')).toEqual(['job.export']);
    expect(typesOf('Orders')).toEqual(['job.order', 'job.translation']);
    expect(typesOf('Media')).toEqual(['job.ingestion', 'job.transcription']);
    expect(typesOf('Mail')).toEqual(['job.mail']);
    expect(typesOf('Housekeeping')).toEqual([
      'job.conversation_deletion',
      'job.conversation_indexing',
      'job.event_endings',
      'job.meeting_deletion',
      'job.member_leaving',
      { prefix: 'job.people_' },
      { prefix: 'job.person_' },
      'job.usage',
      { prefix: 'job.workspace_' },
    ]);
  });
});

/** The logical ids of the rules that match a detail type. */
const rulesFor = (type: string) =>
  rules
    .filter(({ properties }) =>
      properties.EventPattern?.['detail-type'].some((pattern: string | { readonly prefix: string }) =>
        typeof pattern === 'string' ? pattern === type : type.startsWith(pattern.prefix),
      ),
    )
    .map(({ id }) => id);

/** The compiler checks that the stack and the code have the same job types. */
const jobTypes: readonly Job['type'][] = JOB_TYPES;
const allAreListed: [Exclude<Job['type'], JobType>] extends [never] ? true : never = true;

it.each(jobTypes)('the job %s has one rule', (type) => {
  expect(allAreListed).toBe(true);
  expect(rulesFor(type)).toEqual([expect.not.stringContaining('PublicEvents')]);
});

it.each(PUBLIC_EVENTS)('the public event %s goes to the fan-out', (type) => {
  expect(rulesFor(type)).toEqual([expect.stringContaining('PublicEvents')]);
});

describe('the outbox relay', () => {
  const [stream] = resourcesOf(service, 'AWS::Lambda::EventSourceMapping').filter(
    ({ properties }) => properties.StartingPosition,
  );

  it('bisects a failing batch, and sends it to the dead-letter queue after six hours', () => {
    expect(stream?.properties).toMatchObject({
      StartingPosition: 'TRIM_HORIZON',
      BisectBatchOnFunctionError: true,
      MaximumRetryAttempts: 10,
      MaximumRecordAgeInSeconds: 6 * 3600,
    });
    expect(idIn(stream?.properties.DestinationConfig.OnFailure.Destination)).toContain('OutboxRelayDeadLetters');
  });

  it('receives new outbox rows only', () => {
    const patterns = stream?.properties.FilterCriteria.Filters.map(({ Pattern }: { Pattern: string }) =>
      JSON.parse(Pattern),
    );
    expect(patterns).toEqual([{ eventName: ['INSERT'], dynamodb: { Keys: { sk: { S: [{ prefix: 'EVENT#' }] } } } }]);
  });

  it('reports no item failures, which the emulator would skip', () => {
    expect(stream?.properties.FunctionResponseTypes).toBeUndefined();
  });
});

it('ends of jobs of Amazon Transcribe go to the queue of recordings', () => {
  const [ended, ...others] = rules.filter(({ properties }) => properties.EventPattern?.source[0] === 'aws.transcribe');
  expect(others).toEqual([]);
  expect(ended?.properties.Targets).toEqual([
    expect.objectContaining({ RetryPolicy: { MaximumRetryAttempts: 10, MaximumEventAgeInSeconds: 3600 } }),
  ]);
  expect(idIn(ended?.properties.Targets[0].Arn)).toContain('RecordingsJobsQueue');
});

it('new objects of the access log alone go to the queue of housekeeping, by the default bus', () => {
  const [stored, ...others] = rules.filter(({ properties }) => properties.EventPattern?.source[0] === 'aws.s3');
  expect(others).toEqual([]);
  expect(stored?.properties).not.toHaveProperty('EventBusName');
  expect(stored?.properties.EventPattern).toEqual({
    source: ['aws.s3'],
    'detail-type': ['Object Created'],
    detail: { bucket: { name: [{ 'Fn::ImportValue': expect.stringContaining('AccessLog') }] } },
  });
  expect(idIn(stored?.properties.Targets[0].Arn)).toContain('HousekeepingJobsQueue');
});

describe('bounces and complaints', () => {
  const ofSes = rules.filter(({ properties }) => properties.EventPattern?.source[0] === 'aws.ses');

  it('come from the configuration set of the stage, by the default bus', () => {
    expect(ofSes.map(({ properties }) => properties.EventPattern)).toEqual(
      ['Email Bounced', 'Email Complaint Received'].map((type) => ({
        source: ['aws.ses'],
        'detail-type': [type],
        detail: { mail: { tags: { 'ses:configuration-set': [{ Ref: expect.stringContaining('ConfigurationSet') }] } } },
      })),
    );
    for (const { properties } of ofSes) expect(properties.EventBusName).toBeUndefined();
    const [destination] = resourcesOf(service, 'AWS::SES::ConfigurationSetEventDestination');
    expect(destination?.properties.EventDestination).toMatchObject({
      Enabled: true,
      MatchingEventTypes: ['bounce', 'complaint'],
      EventBridgeDestination: { EventBusArn: expect.anything() },
    });
  });

  it('go to the queue of mail, without the mail itself', () => {
    const TAGS = {
      'detail-mail-tags-workspace': '$.detail.mail.tags.workspace',
      'detail-mail-tags-recipients': '$.detail.mail.tags.recipients',
    };
    const sent = ofSes.flatMap(({ properties }) => properties.Targets);
    expect(sent.map(({ InputTransformer }) => InputTransformer)).toEqual([
      {
        InputPathsMap: { 'detail-bounce': '$.detail.bounce', ...TAGS },
        InputTemplate:
          '{"detail-type":"Email Bounced","detail":{"bounce":<detail-bounce>,"workspace":<detail-mail-tags-workspace>,"recipients":<detail-mail-tags-recipients>}}',
      },
      {
        InputPathsMap: { 'detail-complaint': '$.detail.complaint', ...TAGS },
        InputTemplate:
          '{"detail-type":"Email Complaint Received","detail":{"complaint":<detail-complaint>,"workspace":<detail-mail-tags-workspace>,"recipients":<detail-mail-tags-recipients>}}',
      },
    ]);
    for (const { Arn } of sent) expect(idIn(Arn)).toContain('MailJobsQueue');
  });
});

it('asynchronous functions have a failure destination', () => {
  const configs = resourcesOf(service, 'AWS::Lambda::EventInvokeConfig').map(({ properties }) => properties);
  expect(configs).toHaveLength(1);
  for (const config of configs) expect(idIn(config.DestinationConfig.OnFailure.Destination)).toContain('DeadLetters');
});

it('the sweeper runs every minute, without retries', () => {
  const [everyMinute] = rules.filter(({ properties }) => properties.ScheduleExpression);
  expect(everyMinute?.properties).toMatchObject({
    ScheduleExpression: 'rate(1 minute)',
    Targets: [{ RetryPolicy: { MaximumRetryAttempts: 0, MaximumEventAgeInSeconds: 60 } }],
  });
});
