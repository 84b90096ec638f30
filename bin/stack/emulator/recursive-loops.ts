import { LambdaClient, PutFunctionRecursionConfigCommand } from '@aws-sdk/client-lambda';
import type { CdkTarget } from '#bin/cdk/run-cdk';
import { synthesizedStacks, type Template } from '#bin/stack/emulator/synthesized-stacks';
import { emulatorConfig, withClient } from '#bin/stack/emulator-config';

interface FunctionProperties {
  readonly FunctionName?: string;
  readonly RecursiveLoop?: string;
}

/** Allows the functions of the templates to loop: the emulator's CloudFormation ignores RecursiveLoop. */
export const allowRecursiveLoops = (target: CdkTarget): Promise<void> =>
  withClient(new LambdaClient(emulatorConfig(target)), async (lambda) => {
    for (const { template } of await synthesizedStacks<FunctionProperties>(target))
      for (const FunctionName of recursiveFunctionsIn(template))
        await lambda.send(new PutFunctionRecursionConfigCommand({ FunctionName, RecursiveLoop: 'Allow' }));
  });

/** The names of the functions that may loop. */
export const recursiveFunctionsIn = ({ Resources = {} }: Template<FunctionProperties>): readonly string[] =>
  Object.values(Resources).flatMap(({ Type, Properties }) =>
    Type === 'AWS::Lambda::Function' && Properties?.RecursiveLoop === 'Allow' ? (Properties.FunctionName ?? []) : [],
  );
