import * as v from 'valibot';
import type { RecordedRequest } from '#test/aws/recording/recording';
import type { NamedResource, NeededAccess, Needs, RecordedStack } from './needed-access.ts';

type Mapper = (request: RecordedRequest, stack: RecordedStack) => Needs;

const needed = (
  action: string,
  resource: NamedResource,
  context: NeededAccess['context'] = {},
): readonly NeededAccess[] => [{ action, resource, context }];

/** ChangeMessageVisibilityBatch needs sqs:ChangeMessageVisibility, and so on. */
const sqs: Mapper = ({ operation, body }, stack) => {
  const { QueueUrl } = v.parse(v.object({ QueueUrl: v.string() }), body);
  const resource = { id: stack.find(QueueUrl.split('/').at(-1) ?? '', 'AWS::SQS::Queue'), suffix: '' };
  return needed(`sqs:${operation.replace(/Batch$/, '')}`, resource);
};

const events: Mapper = ({ operation, body }, stack) => {
  if (operation !== 'PutEvents' && operation !== 'DescribeEventBus') return { undecidable: `EventBridge ${operation}` };
  return v
    .parse(v.object({ EventBusNames: v.array(v.string()) }), body)
    .EventBusNames.flatMap((name) =>
      needed(`events:${operation}`, { id: stack.find(name, 'AWS::Events::EventBus'), suffix: '' }),
    );
};

const KmsBody = v.object({
  KeyId: v.string(),
  EncryptionContext: v.optional(v.record(v.string(), v.string()), {}),
});

const kms: Mapper = ({ operation, body }, stack) => {
  if (operation !== 'Encrypt' && operation !== 'Decrypt') return { undecidable: `KMS ${operation}` };
  const { KeyId, EncryptionContext } = v.parse(KmsBody, body);
  const pairs = Object.entries(EncryptionContext);
  return needed(
    `kms:${operation}`,
    { id: stack.find(KeyId, 'AWS::KMS::Key'), suffix: '' },
    {
      ...Object.fromEntries(pairs.map(([name, value]) => [`kms:EncryptionContext:${name}`, [value]])),
      'kms:EncryptionContextKeys': pairs.map(([name]) => name),
    },
  );
};

const lambda: Mapper = ({ method, path }, stack) => {
  const [, name = ''] = /^\/2015-03-31\/functions\/([^/?]+)\/invocations/.exec(path) ?? [];
  if (method !== 'POST' || name === '') return { undecidable: `Lambda ${method} ${path}` };
  return needed('lambda:InvokeFunction', {
    id: stack.find(decodeURIComponent(name), 'AWS::Lambda::Function'),
    suffix: '',
  });
};

/** Frames for connections of a WebSocket API. The emulator has the API in the path, AWS in the host. */
const executeApi: Mapper = ({ method, path }, stack) => {
  const [, api = '', stage, connection] =
    /^\/_aws\/execute-api\/([^/]+)\/([^/]+)\/@connections\/([^/?]+)/.exec(path) ?? [];
  if (connection === undefined) return { undecidable: `execute-api ${method} ${path}` };
  const id = stack.find(api, 'AWS::ApiGatewayV2::Api');
  return needed('execute-api:ManageConnections', { id, suffix: `/${stage}/${method}/@connections/${connection}` });
};

const cognito: Mapper = ({ operation, body }, stack) => {
  const { UserPoolId } = v.parse(v.object({ UserPoolId: v.string() }), body);
  return needed(`cognito-idp:${operation}`, { id: stack.find(UserPoolId, 'AWS::Cognito::UserPool'), suffix: '' });
};

/** By the service of the signature. */
export const OTHER_SERVICES: Readonly<Record<string, Mapper>> = {
  sqs,
  events,
  kms,
  lambda,
  'execute-api': executeApi,
  'cognito-idp': cognito,
};
