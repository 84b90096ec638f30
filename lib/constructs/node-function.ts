import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  ApplicationLogLevel,
  Architecture,
  Function as LambdaFunction,
  LoggingFormat,
  Runtime,
  SystemLogLevel,
  Tracing,
} from 'aws-cdk-lib/aws-lambda';
import { SqsDestination } from 'aws-cdk-lib/aws-lambda-destinations';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { acknowledge } from '../acknowledge.ts';
import { type AppContext, named } from '../surroundings.ts';
import type { DeadLetters } from './dead-letters.ts';

export interface NodeFunctionProps {
  readonly appContext: AppContext;
  /** Folder under functions/, for example `workers/webhook-delivery`. */
  readonly entry: string;
  readonly timeoutSeconds: number;
  /** Processor time comes with memory, so this is speed as well. */
  readonly memoryMb: number;
  readonly describedAs: string;
  /** For a function that is called asynchronously: how often again, and where what fails for good is left. */
  readonly asynchronous?: { readonly retries: 0 | 1 | 2; readonly maxAge: Duration; readonly failures: DeadLetters };
}

/** One function of ours, with a role and a log group of its own. It may do nothing until a construct lets it. */
export class NodeFunction extends LambdaFunction {
  constructor(scope: Construct, id: string, props: NodeFunctionProps) {
    const { appContext, entry, asynchronous } = props;
    const functionName = functionNameOf(appContext, entry);
    const role = new Role(scope, `${id}Role`, { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
    const logGroup = new LogGroup(scope, `${id}Logs`, {
      logGroupName: `/rapporteur/${functionName}`,
      retention: appContext.config.logRetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    super(scope, id, {
      functionName,
      description: props.describedAs,
      code: appContext.codeFor(entry),
      handler: 'index.handler',
      runtime: Runtime.NODEJS_22_X,
      architecture: Architecture.ARM_64,
      timeout: Duration.seconds(props.timeoutSeconds),
      memorySize: props.memoryMb,
      environment: { ...appContext.environment },
      role,
      logGroup,
      loggingFormat: LoggingFormat.JSON,
      applicationLogLevelV2: ApplicationLogLevel.INFO,
      systemLogLevelV2: SystemLogLevel.WARN,
      tracing: Tracing.ACTIVE,
      ...(asynchronous && {
        retryAttempts: asynchronous.retries,
        maxEventAge: asynchronous.maxAge,
        onFailure: new SqsDestination(asynchronous.failures.queue),
      }),
    });
    logGroup.grantWrite(role);
    this.acceptFindings(role, asynchronous !== undefined);
  }

  /** Adds to the role exactly these actions on exactly these resources. */
  may(actions: string[], resources: string[], conditions?: Record<string, Record<string, string>>): void {
    this.addToRolePolicy(new PolicyStatement({ actions, resources, ...(conditions && { conditions }) }));
  }

  private acceptFindings(role: Role, asynchronous: boolean): void {
    acknowledge(
      role,
      'AwsSolutions-IAM5[Resource::*]',
      'X-Ray has no resources to name; a test holds that nothing else has a star.',
    );
    const node22 = 'Node 22 is what every local tool, the tests and the emulator run, too.';
    acknowledge(this, 'AwsSolutions-L1', node22);
    acknowledge(this, 'Serverless-LambdaLatestVersion', node22);
    const elsewhere = asynchronous
      ? 'What fails for good goes to an on-failure destination, which keeps the reason beside the event.'
      : 'Never called asynchronously: the gateway, a queue or a stream waits for its answer and keeps what fails.';
    acknowledge(this, 'Serverless-LambdaDLQ', elsewhere);
  }
}

/** `rapporteur-<stage>-api-bots`, `rapporteur-<stage>-sweeper`. */
const functionNameOf = ({ config }: AppContext, entry: string): string =>
  named(config, entry.replace(/^workers\//, '').replaceAll('/', '-'));
