import { CliError } from '#bin/cli/cli-error';
import { describeStackResources } from '#bin/stack/cloudformation';
import type { AwsEndpoint } from '#bin/stack/emulator-config';

interface StackOutputs {
  readonly apiId: string;
  /** The WebSocket API of live transcripts. */
  readonly liveApiId: string;
  readonly tableName: string;
  /** The KMS key that seals secrets; the table has another one. */
  readonly secretsKeyId: string;
  /** Undefined on an emulator without Cognito. */
  readonly userPoolId: string | undefined;
  readonly filesBucket: string;
}

const STACKS = ['rapporteur-local-storage', 'rapporteur-local-service'];

/** The names of deployed resources that the runner needs. They differ between emulators. */
export async function stackOutputs(aws: AwsEndpoint): Promise<StackOutputs> {
  const resources = (await Promise.all(STACKS.map((stack) => describeStackResources(stack, aws)))).flat();
  const find = (types: readonly string[], logicalId = '') =>
    resources.find((one) => types.includes(one.type) && one.logicalId.startsWith(logicalId))?.physicalId;
  const get = (types: readonly string[], logicalId = '') => {
    const found = find(types, logicalId);
    if (found === undefined) throw new CliError(`The deployed stacks have no ${types[0]} ${logicalId}`.trim());
    return found;
  };
  return {
    apiId: get(['AWS::ApiGatewayV2::Api'], 'GatewayApi'),
    liveApiId: get(['AWS::ApiGatewayV2::Api'], 'LiveGatewayApi'),
    tableName: get(['AWS::DynamoDB::GlobalTable', 'AWS::DynamoDB::Table']),
    secretsKeyId: get(['AWS::KMS::Key'], 'SecretsKey'),
    filesBucket: get(['AWS::S3::Bucket'], 'FilesBucket'),
    userPoolId: find(['AWS::Cognito::UserPool']),
  };
}
