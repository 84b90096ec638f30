import { checkStage } from '#test/aws/check/check-stage';
import type { RecordedNeed } from '#test/aws/check/recorded-needs';
import { unexpectedFunctions } from '#test/aws/check/report';
import { readTemplates } from '#test/aws/templates/stage-templates';
import { describe, expect, it } from '#test/support/jest';

const ACCOUNT = { account: '111111111111', region: 'eu-central-1' };

const TEMPLATES = readTemplates({
  storage: {
    Resources: { Key: { Type: 'AWS::KMS::Key' } },
    Outputs: { Key: { Value: { 'Fn::GetAtt': ['Key', 'Arn'] }, Export: { Name: 'key' } } },
  },
  service: {
    Resources: {
      Queue: { Type: 'AWS::SQS::Queue', Properties: { QueueName: 'rapporteur-production-bots' } },
      Logs: { Type: 'AWS::Logs::LogGroup', Properties: { LogGroupName: '/rapporteur/bots' } },
      Role: { Type: 'AWS::IAM::Role' },
      Bots: {
        Type: 'AWS::Lambda::Function',
        Properties: {
          FunctionName: 'rapporteur-production-bot-dispatch',
          Role: { 'Fn::GetAtt': ['Role', 'Arn'] },
          LoggingConfig: { LogGroup: { Ref: 'Logs' } },
        },
      },
      Mapping: {
        Type: 'AWS::Lambda::EventSourceMapping',
        Properties: { FunctionName: { Ref: 'Bots' }, EventSourceArn: { 'Fn::GetAtt': ['Queue', 'Arn'] } },
      },
      Policy: {
        Type: 'AWS::IAM::Policy',
        Properties: {
          Roles: [{ Ref: 'Role' }],
          PolicyDocument: {
            Statement: [
              {
                Effect: 'Allow',
                Action: ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes', 'sqs:SendMessage'],
                Resource: { 'Fn::GetAtt': ['Queue', 'Arn'] },
              },
              {
                Effect: 'Allow',
                Action: 'kms:Decrypt',
                Resource: { 'Fn::ImportValue': 'key' },
                Condition: { StringLike: { 'kms:EncryptionContext:resource': 'whe_*' } },
              },
              { Effect: 'Allow', Action: ['xray:PutTraceSegments', 'xray:PutTelemetryRecords'], Resource: '*' },
              {
                Effect: 'Allow',
                Action: ['logs:CreateLogStream', 'logs:PutLogEvents'],
                Resource: {
                  'Fn::Join': [
                    '',
                    ['arn:', { Ref: 'AWS::Partition' }, ':logs:', { Ref: 'AWS::Region' }, ':111111111111:log-group:*'],
                  ],
                },
              },
            ],
          },
        },
      },
    },
  },
});

const aDecryption = (resource: string): RecordedNeed => ({
  caller: 'bot-dispatch',
  action: 'kms:Decrypt',
  resource: { id: { stack: 'storage', logicalId: 'Key' }, suffix: '' },
  context: { 'kms:EncryptionContext:resource': [resource] },
});

const check = (...needs: readonly RecordedNeed[]) =>
  checkStage({ needs, isLocalOnly: () => false }, TEMPLATES, ACCOUNT);

describe('the check of a stage', () => {
  it('finds nothing denied where the roles allow what is needed', () => {
    expect(check(aDecryption('whe_1')).denials).toEqual([]);
  });

  it('names an action that a role denies, with its function, its resource and its context', () => {
    expect(check(aDecryption('ord_1')).denials).toEqual([
      {
        caller: 'bot-dispatch',
        action: 'kms:Decrypt',
        resource: 'arn:aws:kms:eu-central-1:111111111111:key/Key',
        conditions: '{"kms:EncryptionContext:resource":["ord_1"]}',
        decision: 'not allowed',
      },
    ]);
  });

  it('names what a stage does not have as denied', () => {
    const { denials } = check({
      ...aDecryption('whe_1'),
      resource: { id: { stack: 'api', logicalId: 'X' }, suffix: '' },
    });

    expect(denials).toMatchObject([{ resource: 'not in this stage: X' }]);
  });

  it('takes the name of a function for its alias where the stage has one', () => {
    const invoke: RecordedNeed = {
      caller: 'bot-dispatch',
      action: 'lambda:InvokeFunction',
      resource: { id: { stack: 'service', logicalId: 'Bots' }, suffix: '' },
      context: {},
    };
    const Alias = { Type: 'AWS::Lambda::Alias', Properties: { FunctionName: { Ref: 'Bots' }, Name: 'released' } };
    const Invoking = {
      Type: 'AWS::IAM::Policy',
      Properties: {
        Roles: [{ Ref: 'Role' }],
        PolicyDocument: {
          Statement: [{ Effect: 'Allow', Action: 'lambda:InvokeFunction', Resource: { Ref: 'Alias' } }],
        },
      },
    };
    const { storage, service } = TEMPLATES;
    const templates = readTemplates({ storage, service: { Resources: { ...service?.Resources, Alias, Invoking } } });

    expect(checkStage({ needs: [invoke], isLocalOnly: () => false }, templates, ACCOUNT).denials).toEqual([]);
  });

  it('names permissions that neither the code nor Lambda itself used', () => {
    expect(check(aDecryption('whe_1')).unexercised.map(({ action }) => action)).toEqual(['sqs:SendMessage']);
    expect(check().unexercised.map(({ action }) => action)).toEqual(['sqs:SendMessage', 'kms:Decrypt']);
  });

  it('asks for what Lambda does with the role: a mapping reads its queue', () => {
    const { service } = TEMPLATES;
    const { Policy: _, ...Resources } = service?.Resources ?? {};
    const { denials } = checkStage(
      { needs: [], isLocalOnly: () => false },
      { service: { Resources, Outputs: {} } },
      ACCOUNT,
    );

    expect(denials.map(({ action }) => action)).toEqual([
      ...['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes', 'logs:CreateLogStream'],
      ...['logs:PutLogEvents', 'xray:PutTraceSegments', 'xray:PutTelemetryRecords'],
    ]);
  });
});

describe('the list of functions that are never exercised', () => {
  const NAMES = ['api-bots', 'api-documents'];
  it.each<[string, readonly string[], Readonly<Record<string, string>>, number]>([
    ['holds where it names exactly them', ['api-bots'], { 'api-documents': 'no permission' }, 0],
    ['fails where one is missing', ['api-bots'], {}, 1],
    ['fails where a listed one was exercised', NAMES, { 'api-documents': 'no permission' }, 1],
    ['fails where a listed one is gone', NAMES, { 'api-gone': 'no permission' }, 1],
  ])('%s', (_, exercised, listed, failures) => {
    expect(unexpectedFunctions(NAMES, new Set(exercised), listed)).toHaveLength(failures);
  });
});
