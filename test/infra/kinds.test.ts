import type { Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from '#test/support/jest';
import { actionsIn, type Statement } from './permissions.ts';
import { aTemplateSet, idIn, productionOptions, resourcesOf, STAGES, templatesOf } from './synthesized.ts';

/** Rules for every resource of a kind, in every stack of every stage: what is added later is held to them as well. */

const TEMPLATES = STAGES.flatMap((stage) =>
  Object.entries(aTemplateSet(stage))
    .filter(([name]) => name !== 'code')
    .map(([name, template]) => [`${stage} ${name}`, template as Template] as const),
);

/** The statements of the policies of a type that name a resource. */
const statementsOn = (template: Template, type: string, names: 'Topics' | 'Bucket', id: string): readonly Statement[] =>
  resourcesOf(template, type)
    .filter(({ properties }) => [properties[names]].flat().some((one: unknown) => idIn(one) === id))
    .flatMap(({ properties }) => properties.PolicyDocument.Statement);

const REFUSES_WITHOUT_TLS = expect.objectContaining({
  Effect: 'Deny',
  Condition: { Bool: { 'aws:SecureTransport': 'false' } },
});

describe.each(TEMPLATES)('%s', (_name, template) => {
  it('has private, encrypted buckets without ACLs that refuse requests without TLS', () => {
    for (const { id, properties } of resourcesOf(template, 'AWS::S3::Bucket')) {
      expect(properties.PublicAccessBlockConfiguration).toEqual({
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      });
      expect(properties.BucketEncryption.ServerSideEncryptionConfiguration).toHaveLength(1);
      expect(properties.OwnershipControls.Rules).toEqual([{ ObjectOwnership: 'BucketOwnerEnforced' }]);
      expect(statementsOn(template, 'AWS::S3::BucketPolicy', 'Bucket', id)).toContainEqual(REFUSES_WITHOUT_TLS);
    }
  });

  it('has log groups that keep lines for a time', () => {
    for (const { properties } of resourcesOf(template, 'AWS::Logs::LogGroup'))
      expect(properties.RetentionInDays).toBeGreaterThanOrEqual(7);
  });

  it('has topics that refuse requests without TLS', () => {
    for (const { id } of resourcesOf(template, 'AWS::SNS::Topic'))
      expect(statementsOn(template, 'AWS::SNS::TopicPolicy', 'Topics', id)).toContainEqual(REFUSES_WITHOUT_TLS);
  });

  it('has topics that CloudWatch may publish to where alarms of the account name them, without a key that an alarm may be about', () => {
    for (const alarm of resourcesOf(template, 'AWS::CloudWatch::Alarm'))
      for (const action of alarm.properties.AlarmActions) {
        const topic = resourcesOf(template, 'AWS::SNS::Topic').find(({ id }) => id === idIn(action));
        expect(allowedTo(template, idIn(action), 'cloudwatch.amazonaws.com')).toEqual([
          { StringEquals: { 'aws:SourceAccount': '111111111111' } },
        ]);
        expect(topic?.properties.KmsMasterKeyId).toBeUndefined();
      }
  });

  it('has topics that EventBridge may publish to where rules name them, for rules of the stage', () => {
    const topics = resourcesOf(template, 'AWS::SNS::Topic').map(({ id }) => id);
    const targets = resourcesOf(template, 'AWS::Events::Rule').flatMap(({ properties }) => properties.Targets);
    for (const { Arn } of targets.filter(({ Arn }) => topics.includes(idIn(Arn))))
      expect(allowedTo(template, idIn(Arn), 'events.amazonaws.com')).toEqual([
        { ArnLike: { 'aws:SourceArn': expect.stringMatching(/:111111111111:rule\/rapporteur-/) } },
      ]);
  });
});

/** The conditions under which a service may publish to a topic. */
const allowedTo = (template: Template, topicId: string, service: string): readonly unknown[] =>
  statementsOn(template, 'AWS::SNS::TopicPolicy', 'Topics', topicId)
    .filter(
      (statement) =>
        statement.Effect === 'Allow' &&
        actionsIn(statement).includes('sns:Publish') &&
        JSON.stringify(statement).includes(`{"Service":"${service}"}`),
    )
    .map(({ Condition }) => Condition);

it('the rules above have something to hold: buckets, log groups, alarms, topics and a rule with a topic', () => {
  const all = TEMPLATES.map(([, template]) => template);
  for (const type of ['S3::Bucket', 'Logs::LogGroup', 'CloudWatch::Alarm', 'SNS::Topic'])
    expect(resourcesOf(all, `AWS::${type}`).length).toBeGreaterThan(1);
  const rules = resourcesOf(all, 'AWS::Events::Rule').filter(({ id }) => id.startsWith('KeyEnds'));
  expect(rules).toHaveLength(2);
});

interface Removal {
  readonly Type: string;
  readonly DeletionPolicy?: string;
  readonly UpdateReplacePolicy?: string;
}

const resourcesIn = (templates: readonly Template[]): readonly Removal[] =>
  templates.flatMap((template) => Object.values<Removal>(template.toJSON()['Resources']));

/** What holds what customers have stored. */
const HOLDS_DATA = ['AWS::DynamoDB::Table', 'AWS::S3::Bucket', 'AWS::KMS::Key', 'AWS::Cognito::UserPool'];

describe('what CloudFormation removes', () => {
  it('in production, everything that holds data is retained, except by the deployment that creates it', () => {
    const holders = resourcesIn(templatesOf(aTemplateSet('production'))).filter(({ Type }) =>
      HOLDS_DATA.includes(Type),
    );
    expect(new Set(holders.map(({ Type }) => Type))).toEqual(new Set(HOLDS_DATA));
    expect(new Set(holders.map((one) => `${one.DeletionPolicy} ${one.UpdateReplacePolicy}`))).toEqual(
      new Set(['RetainExceptOnCreate Retain']),
    );
  });

  it('in production, nothing else stays behind', () => {
    const others = resourcesIn(templatesOf(aTemplateSet('production'))).filter(
      ({ Type }) => !HOLDS_DATA.includes(Type),
    );
    const kept = others.filter(({ DeletionPolicy }) => DeletionPolicy !== undefined && DeletionPolicy !== 'Delete');
    expect(kept.map(({ Type }) => Type)).toEqual([]);
  });

  it.each(['local', 'sandbox'])('in %s, nothing is retained', (stage) => {
    const kept = resourcesIn(templatesOf(aTemplateSet(stage))).filter(
      ({ DeletionPolicy, UpdateReplacePolicy }) =>
        /Retain/.test(`${DeletionPolicy} ${UpdateReplacePolicy}`) || /Snapshot/.test(String(DeletionPolicy)),
    );
    expect(kept.map(({ Type }) => Type)).toEqual([]);
  });

  /** The properties by which resources refuse their deletion, whatever their type calls them. */
  const protections = (templates: readonly Template[]) =>
    resourcesIn(templates).flatMap((resource) =>
      [...JSON.stringify(resource).matchAll(/"(Deletion\w*Protection\w*|\w*ProtectionEnabled)":(true|"ACTIVE")/g)].map(
        () => resource.Type,
      ),
    );

  it('in production, the table and the user pool refuse their deletion, unless the deployment creates them', () => {
    const creating = templatesOf(aTemplateSet('production', { ...productionOptions, protectData: 'false' }));
    expect(protections(templatesOf(aTemplateSet('production'))).sort()).toEqual([
      'AWS::Cognito::UserPool',
      'AWS::DynamoDB::Table',
    ]);
    expect(protections(creating)).toEqual([]);
  });
});
