import { recursiveFunctionsIn } from '#bin/stack/emulator/recursive-loops';
import { expect, it } from '#test/support/jest';

it('the functions of a template that may loop are those that allow it', () => {
  const template = {
    Resources: {
      Looping: { Type: 'AWS::Lambda::Function', Properties: { FunctionName: 'looping', RecursiveLoop: 'Allow' } },
      Stopped: { Type: 'AWS::Lambda::Function', Properties: { FunctionName: 'stopped', RecursiveLoop: 'Terminate' } },
      Plain: { Type: 'AWS::Lambda::Function', Properties: { FunctionName: 'plain' } },
      Role: { Type: 'AWS::IAM::Role' },
    },
  };

  expect(recursiveFunctionsIn(template)).toEqual(['looping']);
  expect(recursiveFunctionsIn({})).toEqual([]);
});
