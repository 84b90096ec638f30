import { type UserPool, UserPoolOperation } from 'aws-cdk-lib/aws-cognito';
import { Construct } from 'constructs';
import { ENV } from '../../shared/foundation/infrastructure-names.ts';
import type { CodeFor } from '../app-context.ts';
import type { StageConfig } from '../config.ts';
import { NodeFunction } from './node-function.ts';
import type { SecretsKey } from './secrets-key.ts';

interface SignUpGuardProps {
  readonly config: StageConfig;
  readonly codeFor: CodeFor;
  readonly pool: UserPool;
  readonly secrets: SecretsKey;
}

/** The pre-sign-up trigger of the user pool. It opens the proofs that the sign-up page seals. */
export class SignUpGuard extends Construct {
  readonly fn: NodeFunction;
  private readonly secrets: SecretsKey;

  constructor(scope: Construct, id: string, { config, codeFor, pool, secrets }: SignUpGuardProps) {
    super(scope, id);
    this.secrets = secrets;
    this.fn = new NodeFunction(this, 'Function', {
      context: { config, codeFor, environment: { [ENV.stage]: config.stage } },
      entry: 'triggers/pre-sign-up',
      description: 'Refuses sign-ups that the sign-up page has not made',
      // Cognito waits five seconds for a trigger.
      timeoutSeconds: 5,
      memoryMb: 256,
    });
    secrets.grantOpen(this.fn, 'sign-up-proof');
    pool.addTrigger(UserPoolOperation.PRE_SIGN_UP, this.fn);
  }

  /** For the function of the sign-up page. */
  grantMakeProofs(fn: NodeFunction): void {
    this.secrets.grantSeal(fn, 'sign-up-proof');
  }
}
