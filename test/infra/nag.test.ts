import { type App, Validations } from 'aws-cdk-lib';
import { HttpRoute } from 'aws-cdk-lib/aws-apigatewayv2';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';
import { API_GROUPS } from '#lib/api-groups';
import { PAGE_GROUPS } from '#lib/page-groups';
import { describe, expect, it } from '#test/support/jest';
import { anApp, STAGES } from './synthesized.ts';

/** The suppressed findings of the app: the rule and the reason. */
const suppressedIn = (app: App): readonly (readonly [rule: string, reason: string])[] =>
  app.node
    .findAll()
    .flatMap(({ node }) => node.metadata)
    .filter(({ type }) => type === Validations.ACKNOWLEDGED_RULES_METADATA_KEY)
    .flatMap(({ data }) => Object.entries<string>(data))
    .map(([id, reason]) => [id.replace(/^annotation::/i, ''), reason]);

describe.each(STAGES)('cdk-nag on %s', (stage) => {
  const { app } = anApp(stage, undefined, { validated: true });

  it('is synthesized without a violation of the rules of CloudFormation', () => {
    expect(() => app.synth()).not.toThrow();
  });

  it.each([new AwsSolutionsChecks(), new ServerlessChecks()])(
    '$readPackName has no findings that are not suppressed',
    (pack) => {
      expect(pack.validateScope(app).violations).toEqual([]);
    },
  );

  it('has a reason for every suppression', () => {
    for (const [, reason] of suppressedIn(app)) expect(reason).toMatch(/^[A-Z].{25,}\.$/);
  });
});

/** The groups of endpoints and of pages, the fallback, the triggers of the user pool, the hook of recorders, the socket and the workers. */
const EVERY_FUNCTION = Object.keys(API_GROUPS).length + Object.keys(PAGE_GROUPS).length + 20;

it('the suppressions in production are these', () => {
  const { app } = anApp('production');
  const routes = app.node.findAll().filter((construct) => construct instanceof HttpRoute).length;
  const counts: Record<string, number> = {};
  for (const [rule] of suppressedIn(app)) {
    const known = rule.replace(/ExportsOutput[^/]*/, 'files').replace(/<LiveGatewayApi\w+>/, 'live');
    counts[known] = (counts[known] ?? 0) + 1;
  }
  expect(counts).toEqual({
    // The stage of the WebSocket API, as with Serverless-APIGWAccessLogging.
    'AwsSolutions-APIG1': 1,
    // With the three of the WebSocket API.
    'AwsSolutions-APIG4': routes + 2,
    'AwsSolutions-CFR1': 1,
    'AwsSolutions-CFR3': 1,
    'AwsSolutions-COG2': 1,
    'AwsSolutions-COG8': 1,
    // With the roles of deployments.
    'AwsSolutions-IAM5[Resource::*]': EVERY_FUNCTION + 2,
    'AwsSolutions-IAM5[Resource::arn:aws:lambda:us-east-1:111111111111:function:rapporteur-production-*]': 2,
    'AwsSolutions-IAM5[Resource::rapporteur-production-storage:files/*]': 1,
    'AwsSolutions-IAM5[Resource::rapporteur-production-storage:files/simulator/*]': 3,
    'AwsSolutions-IAM5[Resource::rapporteur-production-storage:files/uploads/*]': 5,
    'AwsSolutions-IAM5[Resource::rapporteur-production-storage:files/wks_*]': 1,
    'AwsSolutions-IAM5[Resource::rapporteur-production-storage:files/wks_*/bot_*]': 11,
    'AwsSolutions-IAM5[Resource::rapporteur-production-storage:files/wks_*/exports/*]': 3,
    'AwsSolutions-IAM5[Resource::rapporteur-production-storage:files/wks_*/con_*]': 9,
    'AwsSolutions-IAM5[Resource::rapporteur-production-storage:files/wks_*/con_*/media]': 1,
    'AwsSolutions-IAM5[Resource::rapporteur-production-storage:files/wks_*/files/*]': 2,
    'AwsSolutions-IAM5[Resource::rapporteur-production-storage:files/wks_*/glossaries/*]': 3,
    'AwsSolutions-IAM5[Resource::rapporteur-production-storage:files/wks_*/search/*]': 3,
    'AwsSolutions-IAM5[Resource::arn:aws:transcribe:us-east-1:111111111111:transcription-job/rapporteur-production-*]': 2,
    'AwsSolutions-IAM5[Resource::arn:aws:execute-api:us-east-1:111111111111:live/live/POST/@connections/*]': 1,
    'AwsSolutions-IAM5[Resource::arn:aws:execute-api:us-east-1:111111111111:live/live/DELETE/@connections/*]': 1,
    'AwsSolutions-SQS3': 18,
    'Serverless-APIGWAccessLogging': 1,
    'Serverless-LambdaDLQ': EVERY_FUNCTION,
    'Serverless-LambdaEventSourceMappingDestination': 15,
    'Serverless-SNSEncryptedKMS': 2,
    'Serverless-SNSRedrivePolicy': 2,
    'Serverless-SQSRedrivePolicy': 18,
  });
});
