import type { IncomingMessage } from 'node:http';
import type { JsonObject } from '#shared/foundation/core/json';
import type { Exchange, Reply } from '#test/support/fault-proxy/function-proxies';
import type { RecordedRequest } from './recording.ts';

/**
 * What is kept of the body of a request: what a permission depends on. Messages, mails, events, passwords and secrets
 * are left out; `all` are the rows of a table.
 */
const KEPT: Readonly<Record<string, readonly string[] | 'all'>> = {
  dynamodb: 'all',
  sqs: ['QueueUrl'],
  kms: ['KeyId', 'EncryptionContext'],
  'cognito-idp': ['UserPoolId'],
};

/** What a recording has of an exchange with AWS. */
export function requestOf({ worker, incoming, body }: Exchange, reply: Reply, withAnswers: boolean): RecordedRequest {
  const { service, path } = signedFor(incoming);
  const operation =
    String(incoming.headers['x-amz-target'] ?? '')
      .split('.')
      .at(-1) ?? '';
  const copySource = incoming.headers['x-amz-copy-source'];
  return {
    caller: worker,
    ...(service !== undefined && { service }),
    operation,
    method: incoming.method ?? '',
    path,
    body: keptOf(service, path, body),
    ...(copySource !== undefined && { copySource: String(copySource) }),
    status: reply.status,
    ...(withAnswers && service === 'dynamodb' && { answer: jsonIn(reply.body) }),
  };
}

/**
 * The service that a request is signed for, in its header or in the query of a link. A browser asks for CORS before it
 * follows a link, without its rights.
 */
function signedFor({ method, headers, url = '/' }: IncomingMessage): {
  readonly service?: string;
  readonly path: string;
} {
  const [path = '/', query = ''] = url.split('?');
  const given = new URLSearchParams(query);
  const scope = /Credential=([^,\s]+)/.exec(headers.authorization ?? '')?.[1] ?? given.get('X-Amz-Credential') ?? '';
  for (const name of [...given.keys()]) if (/^x-amz-/i.test(name)) given.delete(name);
  // access key / date / region / service / aws4_request
  const [, , , service] = scope.split('/');
  return { ...(service && method !== 'OPTIONS' && { service }), path: given.size > 0 ? `${path}?${given}` : path };
}

function keptOf(service: string | undefined, path: string, body: Buffer): JsonObject {
  if (service === 's3') return path.endsWith('?delete=') ? { Keys: keysIn(body.toString()) } : {};
  if (service === 'events') return { EventBusNames: busesIn(jsonIn(body)) };
  const names = KEPT[service ?? ''];
  if (names === undefined) return {};
  const json = jsonIn(body);
  if (names === 'all') return json;
  return Object.fromEntries(Object.entries(json).filter(([name]) => names.includes(name)));
}

const jsonIn = (body: Buffer): JsonObject => (body.length > 0 ? JSON.parse(body.toString()) : {});

const busesIn = ({ Entries, Name }: JsonObject): readonly string[] => {
  if (typeof Name === 'string') return [Name];
  const names = (Array.isArray(Entries) ? Entries : []).map((entry) => String(Object(entry).EventBusName));
  return [...new Set(names)];
};

const keysIn = (xml: string): readonly string[] => [...xml.matchAll(/<Key>(.*?)<\/Key>/g)].map(([, key = '']) => key);
