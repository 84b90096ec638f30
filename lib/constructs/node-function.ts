import { CfnResource, Duration, RemovalPolicy, Size } from 'aws-cdk-lib';
import { Effect, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  ApplicationLogLevel,
  Architecture,
  type IFunction,
  Function as LambdaFunction,
  LoggingFormat,
  RecursiveLoop,
  Runtime,
  SystemLogLevel,
  Tracing,
} from 'aws-cdk-lib/aws-lambda';
import { SqsDestination } from 'aws-cdk-lib/aws-lambda-destinations';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { type FunctionContext, resourceName } from '../app-context.ts';
import type { StageConfig } from '../config.ts';
import { suppressNagRule } from '../nag-suppressions.ts';
import type { DeadLetterQueue } from './dead-letter-queue.ts';
import { TrafficShift } from './traffic-shift.ts';

export interface NodeFunctionProps {
  readonly context: FunctionContext;
  /** Folder under functions/, for example `workers/webhook-delivery`. */
  readonly entry: string;
  readonly timeoutSeconds: number;
  /** Lambda allocates processor time in proportion to memory. */
  readonly memoryMb: number;
  /** Of `/tmp`; by default 512, which cost nothing. */
  readonly diskMb?: number;
  readonly description: string;
  /** Where the stage shifts traffic, a new version gets it step by step. By default all of it, at once. */
  readonly shiftsTraffic?: boolean;
  /** For asynchronous invocation: the retries, the maximum age, and the destination of failed events. */
  readonly asynchronous?: {
    readonly retries: 0 | 1 | 2;
    readonly maxAge: Duration;
    readonly failures: DeadLetterQueue;
  };
}

/** Of an IAM statement: values by key, by operator. */
type Conditions = Readonly<Record<string, Readonly<Record<string, string | readonly string[]>>>>;

/** A Lambda function with its own role and log group. Constructs grant its permissions. */
export class NodeFunction extends LambdaFunction {
  /** Folder under functions/. */
  readonly entry: string;
  /** What callers name: the alias, where traffic is shifted, else the function itself. */
  readonly released: IFunction;

  constructor(scope: Construct, id: string, props: NodeFunctionProps) {
    const { context, entry, asynchronous } = props;
    const functionName = functionNameOf(context.config, entry);
    const role = new Role(scope, `${id}Role`, { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
    const logGroup = new LogGroup(scope, `${id}Logs`, {
      logGroupName: logGroupNameOf(context.config, entry),
      retention: context.config.logRetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const reserved = context.config.reservedConcurrency[entry];
    super(scope, id, {
      functionName,
      description: props.description,
      code: context.codeFor(entry),
      handler: 'index.handler',
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      timeout: Duration.seconds(props.timeoutSeconds),
      memorySize: props.memoryMb,
      ...(reserved !== undefined && { reservedConcurrentExecutions: reserved }),
      ...(props.diskMb !== undefined && { ephemeralStorageSize: Size.mebibytes(props.diskMb) }),
      environment: { ...context.environment },
      role,
      logGroup,
      loggingFormat: LoggingFormat.JSON,
      applicationLogLevelV2: ApplicationLogLevel.INFO,
      // Without a line for each invocation; the function reports its start and memory: docs/decisions/alarms.md.
      systemLogLevelV2: SystemLogLevel.WARN,
      tracing: Tracing.ACTIVE,
      ...(asynchronous && {
        retryAttempts: asynchronous.retries,
        maxEventAge: asynchronous.maxAge,
        onFailure: new SqsDestination(asynchronous.failures.queue),
      }),
    });
    this.entry = entry;
    const isShifted = props.shiftsTraffic && context.config.trafficShift !== undefined;
    this.released = isShifted ? TrafficShift.of(this, context.config).aliasOf(this) : this;
    logGroup.grantWrite(role);
    this.suppressNagRules(role, asynchronous !== undefined);
  }

  /** Grants exactly these actions on exactly these resources. */
  allow(actions: string[], resources: string[], conditions?: Conditions): void {
    this.addToRolePolicy(new PolicyStatement({ actions, resources, ...(conditions && { conditions }) }));
  }

  /** Denies these actions under these conditions, whatever is granted elsewhere. */
  deny(actions: string[], resources: string[], conditions: Conditions): void {
    this.addToRolePolicy(new PolicyStatement({ effect: Effect.DENY, actions, resources, conditions }));
  }

  /**
   * Turns off Lambda's recursive loop detection, which stops a function after about 16 invocations in one chain of
   * requests ("Use Lambda recursive loop detection to prevent infinite loops" in the Lambda Developer Guide).
   */
  allowRecursiveLoop(): void {
    const resource = this.node.defaultChild;
    if (!CfnResource.isCfnResource(resource)) throw new Error(`${this.node.path} has no function resource.`);
    resource.addPropertyOverride('RecursiveLoop', RecursiveLoop.ALLOW);
  }

  private suppressNagRules(role: Role, asynchronous: boolean): void {
    suppressNagRule(
      role,
      'AwsSolutions-IAM5[Resource::*]',
      'X-Ray, the start of a transcription job and translations have no resource-level permissions. A test checks that no other action has a wildcard.',
    );
    const destination = asynchronous
      ? 'Failed events go to an on-failure destination, which includes the reason of the failure.'
      : 'The function is never invoked asynchronously: the gateway, a queue or a stream handles its failures.';
    suppressNagRule(this, 'Serverless-LambdaDLQ', destination);
  }
}

/** `rapporteur-<stage>-api-bots`, `rapporteur-<stage>-sweeper`. */
const functionNameOf = (config: StageConfig, entry: string): string =>
  resourceName(config, entry.replace(/^workers\//, '').replaceAll('/', '-'));

/** The name of the log group of a function, by its folder under functions/. */
export const logGroupNameOf = (config: StageConfig, entry: string): string =>
  `/rapporteur/${functionNameOf(config, entry)}`;
