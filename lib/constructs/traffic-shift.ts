import { ArnFormat, Stack } from 'aws-cdk-lib';
import { Alarm } from 'aws-cdk-lib/aws-cloudwatch';
import { LambdaApplication, LambdaDeploymentConfig, LambdaDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Alias, IFunction, Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { resourceName } from '../app-context.ts';
import type { StageConfig } from '../config.ts';
import { suppressNagRule } from '../nag-suppressions.ts';

/** The alias of a shifted function, which all of its callers name. */
const ALIAS = 'released';

/** The alarms that stop a deployment and roll it back, by their names in the runbook. */
const ROLLBACK_ALARMS = ['ApiFaults', 'WebhooksNotMade', 'WebhooksLate'] as const;

/** The name of such an alarm. A reference to the alarm would tie the stack of the API to that of the alarms. */
export const rollbackAlarmName = (config: StageConfig, name: (typeof ROLLBACK_ALARMS)[number]): string =>
  `${resourceName(config, 'service')}-${name}`;

/** An alias has the role of its function, which the types of CDK leave open. */
const hasRole = (alias: Alias): alias is Alias & IFunction => alias.role !== undefined;

/**
 * Shifts the traffic of functions to their new versions by CodeDeploy: first a tenth for ten minutes, then all of it. While
 * an alarm of API or delivery is in alarm, the deployment is rolled back. One for each stack.
 */
export class TrafficShift extends Construct {
  private readonly config: StageConfig;
  private readonly role: Role;
  private readonly application: LambdaApplication;

  private constructor(scope: Construct, id: string, config: StageConfig) {
    super(scope, id);
    this.config = config;
    this.application = new LambdaApplication(this, 'Application', {
      applicationName: Stack.of(this).stackName,
    });
    this.role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('codedeploy.amazonaws.com') });
    this.grantShift();
  }

  /** That of the stack of a function. */
  static of(scope: Construct, config: StageConfig): TrafficShift {
    const stack = Stack.of(scope);
    const known = stack.node.tryFindChild('TrafficShift');
    return known instanceof TrafficShift ? known : new TrafficShift(stack, 'TrafficShift', config);
  }

  /** The alias of a function, whose traffic each deployment shifts. */
  aliasOf(fn: LambdaFunction): IFunction {
    const alias = fn.addAlias(ALIAS);
    const isAtOnce = this.config.trafficShift === 'at_once';
    new LambdaDeploymentGroup(fn, 'Deployment', {
      alias,
      application: this.application,
      deploymentConfig: isAtOnce
        ? LambdaDeploymentConfig.ALL_AT_ONCE
        : LambdaDeploymentConfig.CANARY_10PERCENT_10MINUTES,
      // The managed policy that the group would attach allows the aliases of all functions in the account.
      role: this.role.withoutPolicyUpdates(),
      alarms: ROLLBACK_ALARMS.map((name) => Alarm.fromAlarmName(fn, `On${name}`, rollbackAlarmName(this.config, name))),
      // A correction is deployed while the alarms that it ends are in alarm.
      ignoreAlarmConfiguration: isAtOnce,
    });
    if (!hasRole(alias)) throw new Error(`${fn.node.path} has no role.`);
    return alias;
  }

  private grantShift(): void {
    const functions = Stack.of(this).formatArn({
      service: 'lambda',
      resource: 'function',
      resourceName: resourceName(this.config, '*'),
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    });
    const actions = ['lambda:GetAlias', 'lambda:GetProvisionedConcurrencyConfig', 'lambda:UpdateAlias'];
    this.role.addToPolicy(new PolicyStatement({ actions, resources: [functions] }));
    this.role.addToPolicy(new PolicyStatement({ actions: ['cloudwatch:DescribeAlarms'], resources: ['*'] }));
    suppressNagRule(
      this.role,
      `AwsSolutions-IAM5[Resource::${functions.replace(/\$\{Token\[AWS\.Partition[^}]*\}/, '<AWS::Partition>')}]`,
      'The aliases of the functions of this stage. A reference to each would make the policy too long.',
    );
    suppressNagRule(
      this.role,
      'AwsSolutions-IAM5[Resource::*]',
      'CodeDeploy reads the state of alarms. AWS asks for all resources where composite alarms are read.',
    );
  }
}
