import * as v from 'valibot';
import type { AccessRequest, Statement } from '#test/aws/iam/policy';
import type { StageResolver, StageTemplates } from './stage-templates.ts';

/** A function of a stage: what its role allows, and what AWS does with that role besides the code. */
export interface FunctionRole {
  /** Without the prefix of the stage: `api-bots`. */
  readonly name: string;
  readonly statements: readonly Statement[];
  readonly byServices: readonly AccessRequest[];
}

const listed = <Schema extends v.GenericSchema>(schema: Schema) =>
  v.union([
    v.array(schema),
    v.pipe(
      schema,
      v.transform((one) => [one]),
    ),
  ]);

/** Other elements, such as NotAction and Principal, are refused. */
const StatementIn = v.strictObject({
  Sid: v.optional(v.string()),
  Effect: v.picklist(['Allow', 'Deny']),
  Action: listed(v.string()),
  Resource: listed(v.unknown()),
  Condition: v.optional(v.record(v.string(), v.record(v.string(), listed(v.unknown()))), {}),
});
const Policy = v.object({
  Roles: v.array(v.object({ Ref: v.string() })),
  PolicyDocument: v.object({ Statement: v.array(StatementIn) }),
});
const Role = v.object({
  ManagedPolicyArns: v.optional(v.pipe(v.array(v.unknown()), v.length(0))),
  Policies: v.optional(v.pipe(v.array(v.unknown()), v.length(0))),
});
const Reference = v.union([
  v.pipe(
    v.object({ Ref: v.string() }),
    v.transform(({ Ref }) => Ref),
  ),
  v.pipe(
    v.object({ 'Fn::GetAtt': v.tuple([v.string(), v.string()]) }),
    v.transform((given) => given['Fn::GetAtt'][0]),
  ),
]);
/** A function, or its alias: CDK takes the ARN of an alias apart to name it. */
const FunctionReference = v.union([
  Reference,
  v.pipe(
    v.unknown(),
    v.transform((given) => /"Ref":"(\w+)"/.exec(JSON.stringify(given))?.[1] ?? ''),
  ),
]);
const LambdaFunction = v.object({ FunctionName: v.string(), Role: Reference, LoggingConfig: v.optional(v.unknown()) });
const Failures = v.object({ OnFailure: v.object({ Destination: v.unknown() }) });
const Alias = v.object({ FunctionName: Reference });
const Mapping = v.object({
  FunctionName: FunctionReference,
  EventSourceArn: v.unknown(),
  DestinationConfig: v.optional(Failures),
});
const InvokeConfig = v.object({ FunctionName: Reference, DestinationConfig: v.optional(Failures) });

/** The functions of a stage with the statements of their roles. Roles with anything but own policies are refused. */
export function functionRoles(templates: StageTemplates, resolver: StageResolver): readonly FunctionRole[] {
  return Object.entries(templates).flatMap(([stack, { Resources }]) =>
    Object.entries(Resources)
      .filter(([, { Type }]) => Type === 'AWS::Lambda::Function')
      .flatMap(([logicalId, { Properties }]) => {
        const { FunctionName, Role: roleId } = v.parse(LambdaFunction, Properties);
        v.parse(Role, Resources[roleId]?.Properties);
        const given = { templates, resolver, stack };
        return {
          name: FunctionName.replace(/^rapporteur-[a-z]+-/, ''),
          statements: statementsOf(given, roleId),
          byServices: byServices(given, logicalId),
        };
      }),
  );
}

interface Given {
  readonly templates: StageTemplates;
  readonly resolver: StageResolver;
  readonly stack: string;
}

const propertiesOf = ({ templates, stack }: Given, type: string) =>
  Object.values(templates[stack]?.Resources ?? {}).flatMap(({ Type, Properties }) =>
    Type === type ? [Properties] : [],
  );

function statementsOf(given: Given, roleId: string): readonly Statement[] {
  const { resolver, stack } = given;
  const resolved = (values: readonly unknown[]) => values.map((value) => resolver.resolve(stack, value));
  return propertiesOf(given, 'AWS::IAM::Policy')
    .map((properties) => v.parse(Policy, properties))
    .filter(({ Roles }) => Roles.some(({ Ref }) => Ref === roleId))
    .flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
    .map(({ Effect, Action, Resource, Condition }) => ({
      effect: Effect,
      actions: Action,
      resources: resolved(Resource),
      conditions: Object.fromEntries(
        Object.entries(Condition).map(([operator, keys]) => [
          operator,
          Object.fromEntries(Object.entries(keys).map(([key, values]) => [key, resolved(values)])),
        ]),
      ),
    }));
}

const QUEUE_ACTIONS = ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'];
const STREAM_ACTIONS = ['DescribeStream', 'GetRecords', 'GetShardIterator', 'ListStreams'].map(
  (action) => `dynamodb:${action}`,
);
const TRACE_ACTIONS = ['xray:PutTraceSegments', 'xray:PutTelemetryRecords'];
const LOG_ACTIONS = ['logs:CreateLogStream', 'logs:PutLogEvents'];

/**
 * What Lambda does with the role of a function: it reads queues and streams for it, sends failed events to destinations,
 * and writes logs and traces. Lambda developer guide, "Execution role permissions" of each event source.
 */
function byServices(given: Given, functionId: string): readonly AccessRequest[] {
  const { resolver, stack } = given;
  const toFailures = (destinations?: v.InferOutput<typeof Failures>) =>
    destinations ? asked(['sqs:SendMessage'], resolver.resolve(stack, destinations.OnFailure.Destination)) : [];
  const aliases = Object.entries(given.templates[stack]?.Resources ?? {}).flatMap(([id, { Type, Properties }]) =>
    Type === 'AWS::Lambda::Alias' && v.parse(Alias, Properties).FunctionName === functionId ? [id] : [],
  );
  const mappings = propertiesOf(given, 'AWS::Lambda::EventSourceMapping')
    .map((properties) => v.parse(Mapping, properties))
    .filter(({ FunctionName }) => FunctionName === functionId || aliases.includes(FunctionName))
    .flatMap(({ EventSourceArn, DestinationConfig }) => {
      const source = resolver.resolve(stack, EventSourceArn);
      return [
        ...asked(source.includes(':sqs:') ? QUEUE_ACTIONS : STREAM_ACTIONS, source),
        ...toFailures(DestinationConfig),
      ];
    });
  const failures = propertiesOf(given, 'AWS::Lambda::EventInvokeConfig')
    .map((properties) => v.parse(InvokeConfig, properties))
    .filter(({ FunctionName }) => FunctionName === functionId)
    .flatMap(({ DestinationConfig }) => toFailures(DestinationConfig));
  const { LoggingConfig } = given.templates[stack]?.Resources[functionId]?.Properties ?? {};
  const group = v.parse(v.object({ LogGroup: v.object({ Ref: v.string() }) }), LoggingConfig).LogGroup.Ref;
  const logs = asked(LOG_ACTIONS, resolver.arnOf({ stack, logicalId: group }) ?? '');
  return [...mappings, ...failures, ...logs, ...asked(TRACE_ACTIONS, '*')];
}

const asked = (actions: readonly string[], resource: string): readonly AccessRequest[] =>
  actions.map((action) => ({ action, resource, context: {} }));
