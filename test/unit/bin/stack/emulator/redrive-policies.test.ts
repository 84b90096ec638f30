import { describe, expect, it } from '@jest/globals';
import { redrivesIn } from '#bin/stack/emulator/redrive-policies';

describe('the redrive policies in a template', () => {
  it('are those of queues that name where their dead letters go', () => {
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

    expect(redrivesIn(template)).toEqual([{ queue: 'Queue', deadLetters: 'DeadLetters', maxReceiveCount: 5 }]);
  });

  it('are none where a template has no resources', () => {
    expect(redrivesIn({})).toEqual([]);
  });
});
