import { describe, expect, it } from '@jest/globals';
import { aTemplateSet, idIn, type Resource, resourcesOf } from './synthesized';

const { service } = aTemplateSet('production');
const rules = resourcesOf(service, 'AWS::Events::Rule');
const targets = rules.flatMap(({ id, properties }) =>
  properties.Targets.map((target: unknown) => ({ id, properties: target })),
) as readonly Resource[];

const typesOf = (name: string) => rules.find(({ id }) => id.includes(name))?.properties.EventPattern['detail-type'];

describe('rules', () => {
  it.each(targets)('$id says how long it tries, and where what failed is kept', ({ properties }) => {
    expect(properties.RetryPolicy.MaximumRetryAttempts).toBeGreaterThanOrEqual(0);
    expect(properties.RetryPolicy.MaximumEventAgeInSeconds).toBeGreaterThanOrEqual(60);
    expect(idIn(properties.DeadLetterConfig.Arn)).toContain('DeadLetters');
  });

  it('try events of ours for a whole day', () => {
    const ours = targets.filter(({ id }) => id.startsWith('Events'));
    expect(ours.map(({ properties }) => properties.RetryPolicy)).toEqual(
      ours.map(() => ({ MaximumEventAgeInSeconds: 86_400, MaximumRetryAttempts: 185 })),
    );
    expect(ours).toHaveLength(8);
  });

  it('hear our own source alone', () => {
    const onBus = rules.filter(({ properties }) => properties.EventPattern);
    for (const { properties } of onBus) expect(properties.EventPattern.source).toEqual(['rapporteur']);
  });

  it('lead what partners may hear of to the fan-out, and nothing internal', () => {
    expect(typesOf('PublicEvents')).toEqual([
      { prefix: 'meeting.' },
      { prefix: 'bot.recording_' },
      'bot.transcript_ready',
      'bot.summary_ready',
      'bot.failed',
      'bot.cancelled',
      { prefix: 'calendar_connection.' },
    ]);
  });

  it('lead redeliveries to the queue of repeated attempts, where no first attempt waits behind them', () => {
    expect(typesOf('Redeliveries')).toEqual(['job.redelivery']);
    const [target] = targets.filter(({ id }) => id.includes('Redeliveries'));
    expect(idIn(target?.properties.Arn)).toContain('WebhooksRetryQueue');
  });

  it('lead bots, calendars and recordings to their workers', () => {
    expect(typesOf('BotDue')).toEqual(['bot.due']);
    expect(typesOf('CalendarDue')).toEqual(['calendar.due', 'job.connection_ending']);
    expect(typesOf('Recordings')).toEqual([{ prefix: 'job.recording' }]);
    expect(typesOf('SettingsReach')).toEqual(['job.reach']);
    expect(typesOf('BulkRedelivery')).toEqual(['job.bulk_redelivery']);
    expect(typesOf('Housekeeping')).toEqual([
      'job.event_endings',
      'job.member_leaving',
      'job.person_naming',
      { prefix: 'job.workspace_' },
    ]);
  });
});

describe('the outbox relay', () => {
  const [stream] = resourcesOf(service, 'AWS::Lambda::EventSourceMapping').filter(
    ({ properties }) => properties.StartingPosition,
  );

  it('cuts a poisoned batch in halves, gives up within six hours, and leaves word', () => {
    expect(stream?.properties).toMatchObject({
      StartingPosition: 'TRIM_HORIZON',
      BisectBatchOnFunctionError: true,
      MaximumRetryAttempts: 10,
      MaximumRecordAgeInSeconds: 6 * 3600,
    });
    expect(idIn(stream?.properties.DestinationConfig.OnFailure.Destination)).toContain('OutboxRelayDeadLetters');
  });

  it('sees new outbox rows alone', () => {
    const patterns = stream?.properties.FilterCriteria.Filters.map(({ Pattern }: { Pattern: string }) =>
      JSON.parse(Pattern),
    );
    expect(patterns).toEqual([{ eventName: ['INSERT'], dynamodb: { Keys: { sk: { S: [{ prefix: 'EVENT#' }] } } } }]);
  });

  it('throws for a whole batch: the emulator would skip what it reports by item', () => {
    expect(stream?.properties.FunctionResponseTypes).toBeUndefined();
  });
});

it('what is called asynchronously keeps what fails for good', () => {
  const configs = resourcesOf(service, 'AWS::Lambda::EventInvokeConfig').map(({ properties }) => properties);
  expect(configs).toHaveLength(5);
  for (const config of configs) expect(idIn(config.DestinationConfig.OnFailure.Destination)).toContain('DeadLetters');
});

it('the sweeper runs every minute, and a late sweep is not caught up on', () => {
  const [everyMinute] = rules.filter(({ properties }) => properties.ScheduleExpression);
  expect(everyMinute?.properties).toMatchObject({
    ScheduleExpression: 'rate(1 minute)',
    Targets: [{ RetryPolicy: { MaximumRetryAttempts: 0, MaximumEventAgeInSeconds: 60 } }],
  });
});
