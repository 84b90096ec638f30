import { type UserPool, UserPoolOperation } from 'aws-cdk-lib/aws-cognito';
import { Construct } from 'constructs';
import { ENV } from '../../shared/foundation/infrastructure-names.ts';
import type { CodeFor } from '../app-context.ts';
import type { StageConfig } from '../config.ts';
import type { MainTable } from './main-table.ts';
import { NodeFunction } from './node-function.ts';

interface CodeGuardProps {
  readonly config: StageConfig;
  readonly codeFor: CodeFor;
  readonly pool: UserPool;
  readonly table: MainTable;
}

/** The custom message trigger of the user pool. It counts codes that are sent again and codes for a new password, and nothing else. */
export class CodeGuard extends Construct {
  constructor(scope: Construct, id: string, { config, codeFor, pool, table }: CodeGuardProps) {
    super(scope, id);
    const limits = config.limits && { [ENV.limits]: JSON.stringify(config.limits) };
    const fn = new NodeFunction(this, 'Function', {
      context: { config, codeFor, environment: { [ENV.stage]: config.stage, ...limits } },
      entry: 'triggers/custom-message',
      description: 'Limits the codes that the user pool sends again or for a new password',
      // Cognito waits five seconds for a trigger.
      timeoutSeconds: 5,
      memoryMb: 256,
    });
    table.grantCount(fn);
    pool.addTrigger(UserPoolOperation.CUSTOM_MESSAGE, fn);
  }
}
