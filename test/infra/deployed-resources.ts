import { aTemplateSet, resourcesOf, type STAGES } from './synthesized.ts';

/** Resources that hold data or messages, or that others know by name, with the properties by whose change they are replaced. */
const REPLACED_BY: Readonly<Record<string, readonly string[]>> = {
  'AWS::DynamoDB::Table': ['TableName', 'KeySchema'],
  'AWS::S3::Bucket': ['BucketName'],
  'AWS::KMS::Key': ['KeySpec', 'KeyUsage'],
  'AWS::Cognito::UserPool': ['AliasAttributes', 'UsernameAttributes', 'UsernameConfiguration'],
  'AWS::Cognito::UserPoolDomain': ['Domain'],
  'AWS::SQS::Queue': ['QueueName', 'FifoQueue'],
  'AWS::SNS::Topic': ['TopicName', 'FifoTopic'],
  'AWS::Events::EventBus': ['Name'],
  'AWS::Lambda::Function': ['FunctionName', 'PackageType'],
  'AWS::ApiGatewayV2::Api': ['ProtocolType'],
};

/** What a deploy over an older one must find again, by stack, type and logical id: one that is missing is deleted, or replaced. */
export function deployedResources(stage: (typeof STAGES)[number]): Readonly<Record<string, unknown>> {
  const { code: _code, ...templates } = aTemplateSet(stage);
  const found = Object.entries(templates).flatMap(([stack, template]) =>
    Object.entries(REPLACED_BY).flatMap(([type, names]) =>
      resourcesOf(template, type).map(({ id, properties }) => [
        `${stack} ${type} ${id}`,
        Object.fromEntries(names.flatMap((name) => (name in properties ? [[name, properties[name]]] : []))),
      ]),
    ),
  );
  return Object.fromEntries(found.sort(([one], [other]) => (String(one) < String(other) ? -1 : 1)));
}
