import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { Match } from 'aws-cdk-lib/assertions';
import { aTemplateSet, idIn, resourcesOf } from './synthesized';

const { service } = aTemplateSet('production');
const alarms = resourcesOf(service, 'AWS::CloudWatch::Alarm');
const deadLetters = resourcesOf(service, 'AWS::SQS::Queue').filter(({ properties }) =>
  properties.QueueName.endsWith('-dead-letters'),
);

const onQueue = (queue: string) =>
  alarms.filter(({ properties }) =>
    properties.Dimensions?.some(({ Value }: { Value: { 'Fn::GetAtt'?: unknown } }) => idIn(Value) === queue),
  );

/** As the runbook calls it: the id without what CDK ends it with. */
const nameOf = (id: string): string => id.replace(/(?:Alarm)?[0-9A-F]{8}$/, '');

describe('alarms', () => {
  it('are few enough to be read', () => {
    expect(alarms.length).toBeLessThanOrEqual(20);
  });

  it.each(alarms)('$id wakes somebody and says in sentences what it means', ({ properties }) => {
    expect(properties.AlarmActions).toHaveLength(1);
    expect(properties.AlarmDescription).toMatch(/^[A-Z].{60,}\.$/);
  });

  it.each(deadLetters)('$properties.QueueName alarms with its first message, about partners', ({ id }) => {
    const [alarm, ...others] = onQueue(id);
    expect(others).toEqual([]);
    expect(alarm?.properties).toMatchObject({
      MetricName: 'ApproximateNumberOfMessagesVisible',
      Threshold: 1,
      EvaluationPeriods: 1,
      ComparisonOperator: 'GreaterThanOrEqualToThreshold',
      AlarmDescription: expect.stringMatching(/webhook|bot|recording/i),
    });
  });

  it('come with the first webhook that we could not make, in this stage alone', () => {
    const notMade = alarms.find(({ id }) => id.startsWith('WebhooksNotMade'));
    expect(notMade?.properties).toMatchObject({
      ...{ Namespace: 'Rapporteur', MetricName: 'AttemptsNotMade', Statistic: 'Sum', Threshold: 1 },
      Dimensions: [{ Name: 'stage', Value: 'production' }],
      TreatMissingData: 'notBreaching',
    });
  });

  it('come when a clock is half a minute off', () => {
    const skewed = alarms.find(({ id }) => id.startsWith('WebhooksClockSkew'));
    expect(skewed?.properties).toMatchObject({
      ...{ Namespace: 'Rapporteur', MetricName: 'ClockSkewSeconds', Statistic: 'Maximum', Threshold: 30 },
      Dimensions: [{ Name: 'stage', Value: 'production' }],
      ComparisonOperator: 'GreaterThanOrEqualToThreshold',
      TreatMissingData: 'notBreaching',
    });
  });

  it('come when the stream is read five minutes late', () => {
    const behind = alarms.find(({ id }) => id.startsWith('OutboxRelayBehind'));
    expect(behind?.properties).toMatchObject({ MetricName: 'IteratorAge', Statistic: 'Maximum', Threshold: 300_000 });
  });

  it('come when the sweeper has been silent for three minutes, silence included', () => {
    const silent = alarms.find(({ id }) => id.startsWith('SweeperSilent'));
    expect(silent?.properties).toMatchObject({
      MetricName: 'Invocations',
      Statistic: 'Sum',
      Period: 60,
      EvaluationPeriods: 3,
      Threshold: 1,
      ComparisonOperator: 'LessThanThreshold',
      TreatMissingData: 'breaching',
    });
  });

  it('come when something stays due for more than ten minutes, in this stage alone', () => {
    const overdue = alarms.find(({ id }) => id.startsWith('SweeperOverdue'));
    expect(overdue?.properties).toMatchObject({
      Namespace: 'Rapporteur',
      MetricName: 'OldestOverdueSeconds',
      Dimensions: [{ Name: 'stage', Value: 'production' }],
      Statistic: 'Maximum',
      Period: 60,
      EvaluationPeriods: 3,
      Threshold: 600,
      ComparisonOperator: 'GreaterThanThreshold',
      TreatMissingData: 'notBreaching',
      AlarmDescription: expect.stringMatching(/webhook/i),
    });
  });

  it('reach an encrypted topic, and whoever production names', () => {
    service.hasResourceProperties('AWS::SNS::Topic', { KmsMasterKeyId: Match.anyValue() });
    service.hasResourceProperties('AWS::SNS::Subscription', { Protocol: 'email', Endpoint: 'oncall@example.com' });
  });
});

it('one dashboard shows whether partners are served', () => {
  service.hasResourceProperties('AWS::CloudWatch::Dashboard', { DashboardName: 'rapporteur-production-overview' });
});

describe('the page on whether anybody is not getting their events', () => {
  const page = resourcesOf(service, 'AWS::CloudWatch::Dashboard').find(
    ({ properties }) => properties.DashboardName === 'rapporteur-production-webhooks',
  );
  // What CloudFormation fills in later, as names of log groups, is left out.
  const body: { widgets: { type: string; properties: Record<string, unknown> }[] } = JSON.parse(
    page?.properties.DashboardBody['Fn::Join'][1]
      .map((part: unknown) => (typeof part === 'string' ? part : ''))
      .join(''),
  );
  const titled = (title: string) =>
    JSON.stringify(body.widgets.find(({ properties }) => String(properties['title']).startsWith(title)) ?? {});

  it('begins with the question, and says what to look at', () => {
    expect(body.widgets[0]).toMatchObject({
      type: 'text',
      properties: { markdown: expect.stringContaining('Is anybody not getting their events?') },
    });
    const named = [...String(body.widgets[0]?.properties['markdown']).matchAll(/\*([A-Z][^*?]+)\*/g)];
    const known = JSON.stringify(body.widgets.slice(1));
    expect(named.map(([, title]) => title)).toEqual(expect.arrayContaining(['How late', 'Given up']));
    for (const [, title] of named) expect(known).toContain(title);
  });

  it('lists the worst endpoints by a query of the delivery’s log, and by no metric of theirs', () => {
    const worst = titled('Endpoints that do not take them');
    expect(worst).toContain('stats count(*) as failures');
    expect(worst).toContain('by endpointId, workspaceId');
    expect(JSON.stringify(page?.properties.DashboardBody)).toContain('WebhooksDeliveryFunctionLogs');
  });

  it('asks for metrics that the functions write, of this stage alone', () => {
    const asked = [...JSON.stringify(body).matchAll(/"Rapporteur","(\w+)","(\w+)","(\w+)"/g)];
    expect(new Set(asked.map(([, name]) => name))).toEqual(
      new Set([
        ...['FirstAttemptAfter', 'OldestOverdueSeconds', 'Delivered', 'Retrying', 'Failed', 'WakeUps', 'Attempts'],
        ...['Acknowledged', 'Refused', 'TimedOut', 'Unreachable', 'NotMade'].map((kind) => `Attempts${kind}`),
      ]),
    );
    expect(new Set(asked.map(([, , ...dimension]) => dimension.join('=')))).toEqual(new Set(['stage=production']));
  });
});

describe('the runbook', () => {
  const runbook = readFileSync(join(__dirname, '../../docs/runbook.md'), 'utf8');

  it.each(alarms)('has a paragraph on $id', ({ id }) => {
    expect(runbook).toContain(`\`${nameOf(id)}\``);
  });

  it('has none on an alarm that is gone', () => {
    const known = alarms.map(({ id }) => nameOf(id));
    const told = [...runbook.matchAll(/^\| `([A-Z]\w+)`/gm)].map(([, name]) => name);
    expect(told.filter((name) => !known.includes(String(name)))).toEqual([]);
  });
});
