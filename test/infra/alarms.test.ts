import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from '#test/support/jest';
import { anApp, aTemplateSet, idIn, productionOptions, resourcesOf } from './synthesized.ts';

const { service, edge } = aTemplateSet('production');
if (!edge) throw new Error('Production has no edge.');
const alarms = resourcesOf([service, edge], 'AWS::CloudWatch::Alarm');
const deadLetters = resourcesOf(service, 'AWS::SQS::Queue').filter(({ properties }) =>
  properties.QueueName.endsWith('-dead-letters'),
);

const IN_EUROPE = { account: '111111111111', region: 'eu-central-1' };

interface AlarmMetric {
  readonly MetricName: string;
  readonly Dimensions?: readonly { readonly Value: unknown }[];
}

/** The metrics that an alarm reads: its own, or those of its expression. */
const metricsIn = ({ properties }: (typeof alarms)[number]): readonly AlarmMetric[] =>
  (properties.Metrics ?? [{ MetricStat: { Metric: properties } }]).flatMap(
    ({ MetricStat }: { MetricStat?: { Metric: AlarmMetric } }) => MetricStat?.Metric ?? [],
  );

const isOf = (queue: string, { Dimensions }: AlarmMetric): boolean =>
  Dimensions?.some(({ Value }) => idIn(Value) === queue) ?? false;

const onQueue = (queue: string) => alarms.filter((alarm) => metricsIn(alarm).some((metric) => isOf(queue, metric)));

/** The name in the runbook: the logical id without the suffix of CDK. */
const nameOf = (id: string): string => id.replace(/(?:Alarm)?[0-9A-F]{8}$/, '');

describe('alarms', () => {
  it.each(alarms)('$id notifies the alarm topic, with a description in sentences', ({ properties }) => {
    expect(properties.AlarmActions).toHaveLength(1);
    expect(properties.AlarmDescription).toMatch(/^[A-Z].{60,}\.$/);
  });

  it.each(deadLetters)(
    '$properties.QueueName alarms with its first message, and says what it means for partners',
    ({ id }) => {
      const [alarm, ...others] = onQueue(id);
      expect(others).toEqual([]);
      expect(alarm && metricsIn(alarm).find((metric) => isOf(id, metric))).toMatchObject({
        MetricName: 'ApproximateNumberOfMessagesVisible',
      });
      expect(alarm?.properties).toMatchObject({
        Threshold: 1,
        EvaluationPeriods: 1,
        ComparisonOperator: 'GreaterThanOrEqualToThreshold',
        AlarmDescription: expect.stringMatching(/webhook|bot|recording/i),
      });
    },
  );

  it('fire with the first webhook that could not be rendered or signed, of this stage only', () => {
    const notMade = alarms.find(({ id }) => id.startsWith('WebhooksNotMade'));
    expect(notMade?.properties).toMatchObject({
      ...{ Namespace: 'Rapporteur', MetricName: 'AttemptsNotMade', Statistic: 'Sum', Threshold: 1 },
      Dimensions: [{ Name: 'stage', Value: 'production' }],
      TreatMissingData: 'notBreaching',
    });
  });

  it('of the workers for long jobs are one, which fires with the first message of any and says what each means', () => {
    const jobs = alarms.find(({ id }) => id.startsWith('JobsDeadLettersNotEmpty'));
    const expression = jobs?.properties.Metrics.find(({ Expression }: { Expression?: string }) => Expression);
    expect(expression.Expression).toBe('MAX([queue0, queue1, queue2, queue3, queue4, queue5, queue6, queue7, queue8])');
    expect(jobs?.properties.AlarmDescription.length).toBeLessThanOrEqual(1024);
    for (const worker of [
      'bulk-redelivery',
      'settings-reach',
      'housekeeping',
      'mail-delivery',
      'export-writing',
      'order-processing',
      'media-processing',
      'recording-processing',
      'live-transcripts',
    ])
      expect(jobs?.properties.AlarmDescription).toContain(`${worker}: `);
  });

  it('fire when a tenth of the bots is late, of this stage only, and not without bots', () => {
    const late = alarms.find(({ id }) => id.startsWith('BotsLate'));
    expect(late?.properties).toMatchObject({
      ...{ Namespace: 'Rapporteur', MetricName: 'BotsLate', Statistic: 'Average', Threshold: 0.1, Period: 900 },
      Dimensions: [{ Name: 'stage', Value: 'production' }],
      ComparisonOperator: 'GreaterThanThreshold',
      TreatMissingData: 'notBreaching',
    });
  });

  it('fire with a circuit that opens, and while copies or transcripts fail', () => {
    const faults = alarms.find(({ id }) => id.startsWith('BotsRecorderFaults'));
    expect(faults?.properties).toMatchObject({
      ...{ Namespace: 'Rapporteur', MetricName: 'RecorderFaults', Statistic: 'Sum', Threshold: 1, Period: 900 },
      Dimensions: [{ Name: 'stage', Value: 'production' }],
      ComparisonOperator: 'GreaterThanOrEqualToThreshold',
      TreatMissingData: 'notBreaching',
      AlarmDescription: expect.stringMatching(/circuit_open.*copy.*speech.*lost/),
    });
  });

  it('fire at a clock skew of half a minute', () => {
    const skewed = alarms.find(({ id }) => id.startsWith('WebhooksClockSkew'));
    expect(skewed?.properties).toMatchObject({
      ...{ Namespace: 'Rapporteur', MetricName: 'ClockSkewSeconds', Statistic: 'Maximum', Threshold: 30 },
      Dimensions: [{ Name: 'stage', Value: 'production' }],
      ComparisonOperator: 'GreaterThanOrEqualToThreshold',
      TreatMissingData: 'notBreaching',
    });
  });

  it('fire when the stream is read five minutes late', () => {
    const behind = alarms.find(({ id }) => id.startsWith('OutboxRelayBehind'));
    expect(behind?.properties).toMatchObject({ MetricName: 'IteratorAge', Statistic: 'Maximum', Threshold: 300_000 });
  });

  it('fire when the sweeper has not run for three minutes, also without data', () => {
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

  it('fire when a row is overdue for more than ten minutes, of this stage only', () => {
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

  it.each([service, edge])('go to the address that production names, from each region', (template) => {
    template.hasResourceProperties('AWS::SNS::Subscription', { Protocol: 'email', Endpoint: 'oncall@example.com' });
  });

  const ALARMED: readonly (readonly [string, object])[] = [
    ['FunctionsThrottled', { Namespace: 'AWS/Lambda', MetricName: 'Throttles', Statistic: 'Sum' }],
    ['FunctionsConcurrent', { Namespace: 'AWS/Lambda', MetricName: 'ConcurrentExecutions', Threshold: 800 }],
    ['TableThrottled', { Namespace: 'Rapporteur', MetricName: 'TableThrottled', Statistic: 'Sum' }],
    ['QueuesLate', { Namespace: 'Rapporteur', MetricName: 'LateMessageSeconds', Threshold: 1_200 }],
    ['EventsRelayed', { Namespace: 'Rapporteur', MetricName: 'EventsFannedOutLate', Threshold: 1 }],
    ['ServiceFaults', { Namespace: 'Rapporteur', MetricName: 'ServiceFaults', Threshold: 1 }],
    ['MailDenied', { Namespace: 'Rapporteur', MetricName: 'MailDenied', Threshold: 1 }],
    ['MailStopped', { Namespace: 'Rapporteur', MetricName: 'MailStopped', Threshold: 1 }],
    ['MailBounces', { Namespace: 'AWS/SES', MetricName: 'Reputation.BounceRate', Threshold: 0.05 }],
    ['MailComplaints', { Namespace: 'AWS/SES', MetricName: 'Reputation.ComplaintRate', Threshold: 0.001 }],
  ];
  it.each(ALARMED)('%s reads its metric, and no data is no failure', (name, metric) => {
    const [alarm, ...others] = alarms.filter(({ id }) => id.startsWith(name));
    expect(others).toEqual([]);
    expect(alarm?.properties).toMatchObject({ ...metric, TreatMissingData: 'notBreaching' });
    const isOurs = 'Namespace' in metric && metric.Namespace === 'Rapporteur';
    expect(alarm?.properties.Dimensions).toEqual(isOurs ? [{ Name: 'stage', Value: 'production' }] : undefined);
  });

  it('on mail are left out where the deployment sends none', () => {
    const { service: silent } = aTemplateSet('sandbox', { alarmEmail: 'oncall@example.com' });
    expect(resourcesOf(silent, 'AWS::CloudWatch::Alarm').filter(({ id }) => id.startsWith('Mail'))).toEqual([]);
  });
});

describe('every certificate that production names', () => {
  const certificates = Object.entries(productionOptions).filter(
    ([name]) => name.endsWith('CertificateArn') || name === 'certificateArn',
  );

  it.each(certificates)(
    '%s has an alarm 45 days before its expiry, in a stack of its region, which stays after it',
    (_name, arn) => {
      const templates = { 'us-east-1': edge, 'eu-central-1': aTemplateSet('production', undefined, IN_EUROPE).service };
      const [, , , region = ''] = arn.split(':');
      const template = Object.entries(templates).find(([one]) => one === region)?.[1] ?? edge;
      const [alarm, ...others] = resourcesOf(template, 'AWS::CloudWatch::Alarm').filter(({ properties }) =>
        JSON.stringify(properties.Dimensions ?? []).includes(arn),
      );
      expect(others).toEqual([]);
      expect(alarm?.properties).toMatchObject({
        Namespace: 'AWS/CertificateManager',
        MetricName: 'DaysToExpiry',
        Statistic: 'Minimum',
        Threshold: 45,
        ComparisonOperator: 'LessThanOrEqualToThreshold',
        TreatMissingData: 'ignore',
      });
    },
  );

  it('are three', () => {
    expect(certificates).toHaveLength(3);
  });
});

describe('the warning about keys of KMS', () => {
  it('goes to the topic of the alarms, for both keys, when one is disabled or its deletion is scheduled', () => {
    const [rule] = resourcesOf(service, 'AWS::Events::Rule').filter(({ id }) => id.startsWith('KeyEnds'));
    const { detail, ...pattern } = rule?.properties.EventPattern ?? {};
    expect(pattern).toEqual({ source: ['aws.kms'], 'detail-type': ['AWS API Call via CloudTrail'] });
    expect(detail).toMatchObject({ eventName: ['DisableKey', 'ScheduleKeyDeletion'], errorCode: [{ exists: false }] });
    const keys = JSON.stringify(detail.resources.ARN);
    for (const { id } of resourcesOf(aTemplateSet('production').storage, 'AWS::KMS::Key')) expect(keys).toContain(id);
    expect(rule?.properties.Targets).toHaveLength(1);
    expect(idIn(rule?.properties.Targets[0].Arn)).toBe(idIn(alarms[0]?.properties.AlarmActions[0]));
  });
});

describe('alarms and the dashboard', () => {
  it.each(['AWS::CloudWatch::Alarm', 'AWS::CloudWatch::Dashboard'])(
    'are left out of a sandbox without an address for alarms: %s',
    (type) => {
      const { service: sandbox } = anApp('sandbox', {});
      expect(Template.fromStack(sandbox).findResources(type)).toEqual({});
    },
  );
});

describe('the dashboard', () => {
  const [page, ...others] = resourcesOf(service, 'AWS::CloudWatch::Dashboard');

  it('is one, since each costs as much as thirty alarms', () => {
    expect(page?.properties.DashboardName).toBe('rapporteur-production-overview');
    expect(others).toEqual([]);
  });

  // References that CloudFormation resolves, such as names of log groups, are left out.
  const body: { widgets: { type: string; properties: Record<string, unknown> }[] } = JSON.parse(
    page?.properties.DashboardBody['Fn::Join'][1]
      .map((part: unknown) => (typeof part === 'string' ? part : ''))
      .join(''),
  );
  const titled = (title: string) =>
    JSON.stringify(body.widgets.find(({ properties }) => String(properties['title']).startsWith(title)) ?? {});

  it('begins with instructions, which refer to its widgets', () => {
    expect(body.widgets[0]).toMatchObject({
      type: 'text',
      properties: { markdown: expect.stringContaining('Are all events delivered?') },
    });
    const named = [...String(body.widgets[0]?.properties['markdown']).matchAll(/\*([A-Z][^*?]+)\*/g)];
    const known = JSON.stringify(body.widgets.slice(1));
    expect(named.map(([, title]) => title)).toEqual(expect.arrayContaining(['Latency', 'Failed events']));
    for (const [, title] of named) expect(known).toContain(title);
  });

  it('has every dead-letter queue, and what waits in every other', () => {
    const names = (title: string) => [...titled(title).matchAll(/"QueueName","(\w*)"/g)].length;
    const queues = resourcesOf(service, 'AWS::SQS::Queue').length - deadLetters.length;
    expect([names('Dead letters by queue'), names('Waiting messages')]).toEqual([deadLetters.length, queues]);
  });

  it('has the throttles of every function of the stage', () => {
    expect(titled('Throttled invocations')).toContain(
      `SEARCH('{AWS/Lambda,FunctionName} MetricName=\\"Throttles\\" rapporteur production', 'Sum', 60)`,
    );
  });

  it('lists failing endpoints by a log query, without a metric for each endpoint', () => {
    const worst = titled('Failing endpoints');
    expect(worst).toContain('stats count(*) as failures');
    expect(worst).toContain('by endpointId, workspaceId');
    expect(JSON.stringify(page?.properties.DashboardBody)).toContain('WebhooksDeliveryFunctionLogs');
  });

  it('uses the metrics that the functions write, of this stage only', () => {
    const asked = [...JSON.stringify(body).matchAll(/"Rapporteur","(\w+)"((?:,"\w+")+)/g)];
    expect(new Set(asked.map(([, name]) => name))).toEqual(
      new Set([
        ...['FirstAttemptAfter', 'OldestOverdueSeconds', 'Delivered', 'Retrying', 'Failed', 'WakeUps', 'Attempts'],
        ...['Acknowledged', 'Refused', 'TimedOut', 'Unreachable', 'NotMade'].map((kind) => `Attempts${kind}`),
        ...['BotsLate', 'BotsInTime', 'RecorderFaults', 'SecondsHeardTwice'],
      ]),
    );
    for (const [, , dimensions] of asked) expect(dimensions).toContain('"stage","production"');
  });
});

describe('the part of the dashboard about recorders', () => {
  const body = JSON.stringify(resourcesOf(service, 'AWS::CloudWatch::Dashboard')[0]?.properties.DashboardBody);

  it('has instructions, which refer to its widgets', () => {
    const [, text = ''] = /# Are bots getting in\?(.*?)\\"/.exec(body) ?? [];
    const named = [...text.matchAll(/\*([A-Z][^*?]+)\*(?!\*)/g)].map(([, title]) => title);
    expect(named).toEqual([
      ...['In the call three minutes after the start', 'Late'],
      ...['Meetings with words, of those that should have them', 'Heard twice', 'Faults'],
    ]);
    for (const title of named) expect(body).toContain(`\\"title\\":\\"${title}`);
  });

  it('searches for recorders and platforms, since recorders are configured without a deployment', () => {
    for (const statistic of ['Average', 'SampleCount'])
      expect(body).toContain(
        `SEARCH('{Rapporteur,platform,recorder,stage} MetricName=\\\\\\"BotsInTime\\\\\\" stage=\\\\\\"production\\\\\\"', '${statistic}', 900)`,
      );
  });

  it('shows the share of meetings with words first, by recorder', () => {
    expect(body).toContain(
      `SEARCH('{Rapporteur,recorder,stage} MetricName=\\\\\\"MeetingsWithWords\\\\\\" stage=\\\\\\"production\\\\\\"', 'Average', 900)`,
    );
    expect(body.indexOf('Meetings with words, of those that should have them (%)')).toBeLessThan(
      body.indexOf('In the call three minutes after the start (%)'),
    );
  });

  it('lists faults by recorder from the logs of both workers', () => {
    expect(body).toContain('stats count(*) as times, max(@timestamp) as at by fault, recorder');
    expect(body).toContain('BotsFunctionLogs');
    expect(body).toContain('RecordingsFunctionLogs');
  });
});

describe('the part of the dashboard about processes', () => {
  const body = JSON.stringify(resourcesOf(service, 'AWS::CloudWatch::Dashboard')[0]?.properties.DashboardBody);

  it('reads cold starts and memory from the log group of every function', () => {
    const { storage: _storage, service: _service, api } = aTemplateSet('production');
    expect(body).toContain('filter report = \\\\\\"process\\\\\\"');
    for (const { properties } of resourcesOf(api, 'AWS::Logs::LogGroup'))
      expect(body).toContain(properties.LogGroupName);
    const names = resourcesOf(service, 'AWS::Lambda::Function').map(({ properties }) =>
      idIn(properties.LoggingConfig.LogGroup),
    );
    for (const name of names) expect(body).toContain(`"Ref":"${name}"`);
  });

  it('asks no more log groups in one query than CloudWatch reads', () => {
    const queries = body.match(/SOURCE .*?\| fields @timestamp\\\\n\| filter report/g) ?? [];
    expect(queries).toHaveLength(2);
    for (const query of queries) expect(query.match(/SOURCE/g)?.length).toBeLessThanOrEqual(50);
  });
});

describe('the runbook', () => {
  const runbook = readFileSync(join(import.meta.dirname, '../../docs/runbook.md'), 'utf8');

  it.each(alarms)('has an entry for $id', ({ id }) => {
    expect(runbook).toContain(`\`${nameOf(id)}\``);
  });

  it('has no entry for an alarm that does not exist', () => {
    const known = [...alarms.map(({ id }) => nameOf(id)), 'KeyEnds'];
    const cells = [...runbook.matchAll(/^\| (`[A-Z]\w+`(?:, `[A-Z]\w+`)*) \|/gm)].map(([, cell]) => String(cell));
    const told = cells.flatMap((cell) => cell.replaceAll('`', '').split(', '));
    expect(told.filter((name) => !known.includes(name))).toEqual([]);
  });
});
