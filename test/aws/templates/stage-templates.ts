import * as v from 'valibot';

const Resource = v.object({ Type: v.string(), Properties: v.optional(v.record(v.string(), v.unknown()), {}) });

/** What is read of a template. */
const Template = v.object({
  Resources: v.record(v.string(), Resource),
  Outputs: v.optional(
    v.record(v.string(), v.object({ Value: v.unknown(), Export: v.optional(v.object({ Name: v.string() })) })),
    {},
  ),
});

const Alias = v.object({ FunctionName: v.object({ Ref: v.string() }), Name: v.string() });

/** Templates by the name of their stack without its prefix: `storage`, `service`, `api`. */
export type StageTemplates = Readonly<Record<string, v.InferOutput<typeof Template>>>;

export const readTemplates = (templates: Readonly<Record<string, unknown>>): StageTemplates =>
  Object.fromEntries(Object.entries(templates).map(([stack, template]) => [stack, v.parse(Template, template)]));

/** A resource of a stage, in whatever stage: logical ids are the same in all. */
export interface ResourceId {
  readonly stack: string;
  readonly logicalId: string;
}

export interface Account {
  readonly account: string;
  readonly region: string;
}

/** Properties that name a resource; others are named by CloudFormation, and here by their logical id. */
const NAMES: Readonly<Record<string, string>> = {
  'AWS::SQS::Queue': 'QueueName',
  'AWS::Lambda::Function': 'FunctionName',
  'AWS::Events::EventBus': 'Name',
  'AWS::SES::ConfigurationSet': 'Name',
  'AWS::Logs::LogGroup': 'LogGroupName',
};

/** ARNs after `arn:aws:`, by type: service authorization reference, "Resource types". */
const ARNS: Readonly<Record<string, (name: string, place: string) => string>> = {
  'AWS::DynamoDB::Table': (name, place) => `dynamodb:${place}:table/${name}`,
  'AWS::DynamoDB::GlobalTable': (name, place) => `dynamodb:${place}:table/${name}`,
  'AWS::KMS::Key': (name, place) => `kms:${place}:key/${name}`,
  'AWS::SQS::Queue': (name, place) => `sqs:${place}:${name}`,
  'AWS::S3::Bucket': (name) => `s3:::${name}`,
  'AWS::Lambda::Function': (name, place) => `lambda:${place}:function:${name}`,
  'AWS::Events::EventBus': (name, place) => `events:${place}:event-bus/${name}`,
  'AWS::Cognito::UserPool': (name, place) => `cognito-idp:${place}:userpool/${name}`,
  'AWS::ApiGatewayV2::Api': (name, place) => `execute-api:${place}:${name}`,
  'AWS::Logs::LogGroup': (name, place) => `logs:${place}:log-group:${name}:*`,
  'AWS::SNS::Topic': (name, place) => `sns:${place}:${name}`,
  'AWS::IAM::Role': (name, place) => `iam::${place.split(':')[1]}:role/${name}`,
};

/** Resolves the intrinsic functions of a stage's templates as one deployment of them would. */
export function stageResolver(templates: StageTemplates, { account, region }: Account) {
  const exported = new Map(
    Object.entries(templates).flatMap(([stack, { Outputs }]) =>
      Object.values(Outputs).flatMap(({ Value, Export }) =>
        Export ? [[Export.Name, { stack, value: Value }] as const] : [],
      ),
    ),
  );
  const resourceOf = ({ stack, logicalId }: ResourceId) => templates[stack]?.Resources[logicalId];

  /** An alias is referred to by its ARN: that of its function with the name of the alias. */
  const nameOf = (id: ResourceId): string => {
    const resource = resourceOf(id);
    if (resource?.Type === 'AWS::Lambda::Alias') return aliasArnOf(id.stack, v.parse(Alias, resource.Properties));
    const named = resource?.Properties[NAMES[resource.Type] ?? ''];
    return named === undefined ? id.logicalId : resolve(id.stack, named);
  };

  /** Undefined for a resource that this stage does not have. */
  const arnOf = (id: ResourceId): string | undefined => {
    const resource = resourceOf(id);
    if (!resource) return undefined;
    const arn = ARNS[resource.Type];
    if (!arn) throw new Error(`The ARN of ${resource.Type} is not known here.`);
    return `arn:aws:${arn(nameOf(id), `${region}:${account}`)}`;
  };

  const aliasArnOf = (stack: string, { FunctionName, Name }: v.InferOutput<typeof Alias>): string =>
    `${arnOf({ stack, logicalId: FunctionName.Ref })}:${Name}`;

  /** What is invoked by the name of a function: its alias, where this stage has one. */
  const invokedArnOf = (id: ResourceId): string | undefined => {
    const aliases = Object.values(templates[id.stack]?.Resources ?? {}).flatMap(({ Type, Properties }) =>
      Type === 'AWS::Lambda::Alias' ? [v.parse(Alias, Properties)] : [],
    );
    const alias = aliases.find(({ FunctionName }) => FunctionName.Ref === id.logicalId);
    return alias ? aliasArnOf(id.stack, alias) : arnOf(id);
  };

  const PSEUDO: Readonly<Record<string, string>> = {
    'AWS::Region': region,
    'AWS::AccountId': account,
    'AWS::Partition': 'aws',
    'AWS::URLSuffix': 'amazonaws.com',
  };

  /** A text, from a text or an intrinsic function. Throws for one that is not known here. */
  function resolve(stack: string, value: unknown): string {
    if (typeof value === 'string') return value;
    const [[name = '', argument] = []] = Object.entries(Object(value));
    switch (name) {
      case 'Ref':
        return PSEUDO[String(argument)] ?? nameOf({ stack, logicalId: String(argument) });
      case 'Fn::GetAtt':
        return attributeOf(stack, v.parse(v.tuple([v.string(), v.string()]), argument));
      case 'Fn::Join': {
        const [separator, parts] = v.parse(v.tuple([v.string(), v.array(v.unknown())]), argument);
        return parts.map((part) => resolve(stack, part)).join(separator);
      }
      case 'Fn::ImportValue': {
        const output = exported.get(resolve(stack, argument));
        if (output) return resolve(output.stack, output.value);
      }
    }
    throw new Error(`${JSON.stringify(value)} of the stack ${stack} cannot be resolved.`);
  }

  function attributeOf(stack: string, [logicalId, attribute]: readonly [string, string]): string {
    const arn = arnOf({ stack, logicalId });
    if (arn === undefined) throw new Error(`The stack ${stack} has no ${logicalId}.`);
    if (attribute === 'Arn') return arn;
    if (attribute === 'StreamArn') return `${arn}/stream/2026-01-01T00:00:00.000`;
    throw new Error(`The attribute ${attribute} of ${logicalId} is not known here.`);
  }

  return { resolve, arnOf, invokedArnOf, nameOf };
}

export type StageResolver = ReturnType<typeof stageResolver>;
