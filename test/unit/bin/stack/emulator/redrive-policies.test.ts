import { redrivePoliciesIn } from '#bin/stack/emulator/redrive-policies';
import { describe, expect, it } from '#test/support/jest';

describe('the redrive policies in a template', () => {
  it('are those of queues with a dead-letter queue', () => {
    const template = {
      Resources: {
        DeadLetters: { Type: 'AWS::SQS::Queue', Properties: {} },
        Queue: {
          Type: 'AWS::SQS::Queue',
          Properties: {
            RedrivePolicy: { deadLetterTargetArn: { 'Fn::GetAtt': ['DeadLetters', 'Arn'] }, maxReceiveCount: 5 },
          },
        },
        Plain: { Type: 'AWS::SQS::Queue' },
        Function: { Type: 'AWS::Lambda::Function' },
      },
    };

    expect(redrivePoliciesIn(template)).toEqual([
      { queue: 'Queue', deadLetterQueue: 'DeadLetters', maxReceiveCount: 5 },
    ]);
  });

  it('are empty for a template without resources', () => {
    expect(redrivePoliciesIn({})).toEqual([]);
  });
});
