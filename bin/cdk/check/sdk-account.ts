import { ACMClient, DescribeCertificateCommand } from '@aws-sdk/client-acm';
import {
  BedrockClient,
  GetFoundationModelAvailabilityCommand,
  GetInferenceProfileCommand,
} from '@aws-sdk/client-bedrock';
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { DynamoDBClient, GetItemCommand, paginateListTables } from '@aws-sdk/client-dynamodb';
import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { GetAccountCommand, GetEmailIdentityCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import { GetCallerIdentityCommand, STSClient, type STSClientConfig } from '@aws-sdk/client-sts';
import type { AccountReader, ModelAccess, Reading } from '#bin/cdk/check/account';
import { withClient } from '#bin/stack/emulator-config';
import { modelServerKey } from '#shared/foundation/dynamodb/keys';

/** Options of every client; a profile, or nothing for what the environment says. */
export type ClientOptions = Pick<STSClientConfig, 'profile' | 'endpoint' | 'credentials'>;

/** A check that hangs would keep a deploy waiting. */
const BOUNDED = { maxAttempts: 2, requestHandler: { connectionTimeout: 5_000, requestTimeout: 15_000 } };

/** Reads an account by the AWS SDK. Its clients are closed after each reading. */
export function sdkAccount(options: ClientOptions): AccountReader {
  const at = (region: string) => ({ ...BOUNDED, ...options, region });
  return {
    identity: () =>
      reading('sts:GetCallerIdentity', () =>
        // The account is the same in every region.
        withClient(new STSClient(at('us-east-1')), async (client) => {
          const { Account = '', Arn = '' } = await client.send(new GetCallerIdentityCommand());
          return { account: Account, arn: Arn };
        }),
      ),

    stack: (region, name) =>
      reading('cloudformation:DescribeStacks', () =>
        withClient(new CloudFormationClient(at(region)), (client) => findStack(client, name)),
      ),

    concurrency: (region) =>
      reading('lambda:GetAccountSettings', () =>
        withClient(new LambdaClient(at(region)), async (client) => {
          const { AccountLimit } = await client.send(new GetAccountSettingsCommand());
          return AccountLimit?.ConcurrentExecutions ?? 0;
        }),
      ),

    mailAccount: (region) =>
      reading('ses:GetAccount', () =>
        withClient(new SESv2Client(at(region)), async (client) => {
          const { ProductionAccessEnabled, SendingEnabled } = await client.send(new GetAccountCommand());
          return { hasProductionAccess: ProductionAccessEnabled === true, isSending: SendingEnabled === true };
        }),
      ),

    mailIdentity: (region, identity) =>
      reading('ses:GetEmailIdentity', () =>
        withClient(new SESv2Client(at(region)), (client) =>
          unless('NotFoundException', async () => {
            const command = new GetEmailIdentityCommand({ EmailIdentity: identity });
            return (await client.send(command)).VerifiedForSendingStatus === true;
          }),
        ),
      ),

    certificate: (region, arn) =>
      reading('acm:DescribeCertificate', () =>
        withClient(new ACMClient(at(region)), (client) =>
          unless('ResourceNotFoundException', () => describeCertificate(client, arn)),
        ),
      ),

    model: (region, id) =>
      reading('bedrock:GetFoundationModelAvailability and bedrock:GetInferenceProfile', () =>
        withClient(new BedrockClient(at(region)), (client) => findModel(client, id)),
      ),

    speechService: (region, stage) =>
      reading('dynamodb:ListTables and dynamodb:GetItem', () =>
        withClient(new DynamoDBClient(at(region)), (client) => findSpeechService(client, stage)),
      ),
  };
}

/** Names that services give to a refusal for lack of a permission. */
const DENIALS = ['AccessDenied', 'AccessDeniedException', 'AuthorizationError', 'UnauthorizedOperation'];

async function reading<Value>(permission: string, read: () => Promise<Value>): Promise<Reading<Value>> {
  try {
    return { status: 'read', value: await read() };
  } catch (thrown) {
    if (!(thrown instanceof Error)) throw thrown;
    if (DENIALS.includes(thrown.name)) return { status: 'denied', permission };
    return { status: 'failed', error: thrown.name, reason: thrown.message };
  }
}

/** Undefined where the service answers that there is no such thing. */
async function unless<Value>(absent: string, read: () => Promise<Value>): Promise<Value | undefined> {
  try {
    return await read();
  } catch (thrown) {
    if (thrown instanceof Error && thrown.name === absent) return undefined;
    throw thrown;
  }
}

async function findStack(client: CloudFormationClient, name: string) {
  try {
    const { Stacks: [found] = [] } = await client.send(new DescribeStacksCommand({ StackName: name }));
    if (!found) return undefined;
    const version = found.Outputs?.find(({ OutputKey }) => OutputKey === 'BootstrapVersion')?.OutputValue;
    return {
      status: String(found.StackStatus),
      isProtected: found.EnableTerminationProtection === true,
      bootstrapVersion: version === undefined ? undefined : Number(version),
    };
  } catch (thrown) {
    // CloudFormation has no error of its own for a stack that does not exist.
    if (thrown instanceof Error && thrown.name === 'ValidationError' && / does not exist$/.test(thrown.message))
      return undefined;
    throw thrown;
  }
}

/** The row is looked for and its content, which has a sealed key, is not read. */
async function findSpeechService(client: DynamoDBClient, stage: string): Promise<boolean | undefined> {
  const { pk, sk } = modelServerKey('speech');
  for await (const { TableNames = [] } of paginateListTables({ client }, {})) {
    const table = TableNames.find((name) => name.startsWith(`rapporteur-${stage}-storage-`));
    if (table === undefined) continue;
    const key = { pk: { S: pk }, sk: { S: sk } };
    const command = new GetItemCommand({ TableName: table, Key: key, ProjectionExpression: 'pk' });
    return (await client.send(command)).Item !== undefined;
  }
  return undefined;
}

async function describeCertificate(client: ACMClient, arn: string) {
  const { Certificate } = await client.send(new DescribeCertificateCommand({ CertificateArn: arn }));
  const { Status = '', DomainName = '', SubjectAlternativeNames = [DomainName], ExtendedKeyUsages } = Certificate ?? {};
  return {
    status: Status,
    domains: SubjectAlternativeNames,
    expiresAtMs: Certificate?.NotAfter?.getTime(),
    extendedKeyUsages: (ExtendedKeyUsages ?? []).flatMap(({ Name }) => (Name === undefined ? [] : [Name])),
  };
}

/** An inference profile has the access of its model, whose id is at the end of the ARN. */
async function findModel(client: BedrockClient, id: string): Promise<ModelAccess | undefined> {
  const profile = await unless('ResourceNotFoundException', () =>
    unless('ValidationException', () =>
      client.send(new GetInferenceProfileCommand({ inferenceProfileIdentifier: id })),
    ),
  );
  const modelId = profile?.models?.[0]?.modelArn?.split('/').at(-1) ?? id;
  const found = await unless('ResourceNotFoundException', () =>
    unless('ValidationException', () => client.send(new GetFoundationModelAvailabilityCommand({ modelId }))),
  );
  return (
    found && {
      isInRegion: found.regionAvailability === 'AVAILABLE',
      isAuthorized: found.authorizationStatus === 'AUTHORIZED',
      hasAgreement: found.agreementAvailability?.status === 'AVAILABLE',
    }
  );
}
