import * as dynamodb from '@aws-sdk/client-dynamodb';
import { asPlainSend } from '#test/doubles/aws/in-memory-client';
import { commandNamed } from '#test/doubles/dynamodb/table-over';

/** What the SDK hands to whatever sends its requests. */
interface HttpRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

type Client = dynamodb.DynamoDBClient;
type Answering = <Answer>(answer: () => Promise<Answer>) => Promise<Answer>;

/**
 * The SDK's own client as functions use it, which writes, signs and reads every request as it would for AWS, over an in-memory client in place of
 * the network. `answering` runs what is none of the SDK's work.
 */
export function sdkOver(inMemory: { readonly send: Client['send'] }, answering: Answering): Client {
  const send = asPlainSend(inMemory);
  return new dynamodb.DynamoDBClient({
    region: 'eu-central-1',
    endpoint: 'http://dynamodb.test',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    requestHandler: {
      handle: (request: HttpRequest) => answering(async () => ({ response: await answerTo(request, send) })),
    },
  });
}

async function answerTo(request: HttpRequest, send: ReturnType<typeof asPlainSend>) {
  const operation = request.headers['x-amz-target']?.split('.')[1] ?? '';
  try {
    const { $metadata: _, ...answer } = {
      $metadata: {},
      ...(await send(commandNamed(`${operation}Command`, JSON.parse(textOf(request.body), withBytes)))),
    };
    return httpAnswer(200, answer);
  } catch (error) {
    if (!(error instanceof dynamodb.DynamoDBServiceException)) throw error;
    const { name, message, $fault, $metadata, $response, ...details } = error;
    return httpAnswer(400, { __type: `com.amazonaws.dynamodb.v20120810#${name}`, message, ...details });
  }
}

const httpAnswer = (statusCode: number, content: unknown) => ({
  statusCode,
  headers: { 'content-type': 'application/x-amz-json-1.0' },
  body: new TextEncoder().encode(JSON.stringify(content, withText)),
});

/** Bytes are base64 on the wire. No attribute of ours is called B. */
const withBytes = (name: string, value: unknown): unknown =>
  name === 'B' && typeof value === 'string' ? Uint8Array.from(Buffer.from(value, 'base64')) : value;

const withText = (name: string, value: unknown): unknown =>
  name === 'B' && value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value;

const textOf = (body: unknown): string => (body instanceof Uint8Array ? new TextDecoder().decode(body) : String(body));
