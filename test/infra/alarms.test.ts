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
