import * as dynamodb from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Backoff } from '#shared/foundation/core/clock';
import type { Table } from '#shared/foundation/core/table';
import { documentClient } from '#shared/foundation/dynamodb/client';
import { dynamoTable } from '#shared/foundation/dynamodb/table';
import { type AnyCommand, asPlainSend } from '#test/doubles/aws/in-memory-client';

/** What takes the commands of `DynamoDBClient`: an in-memory client, what watches one, or the SDK's own. */
interface Sender {
  readonly send: unknown;
}

/** A client of the SDK that sends nothing. It costs a millisecond to make. */
const UNCONNECTED = new dynamodb.DynamoDBClient({
  region: 'us-east-1',
  endpoint: 'http://dynamodb.test',
  credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
});
for (const line of UNCONNECTED.middlewareStack.identify())
  UNCONNECTED.middlewareStack.remove(String(line.split(' ')[0]));
UNCONNECTED.middlewareStack.remove('httpAuthSchemeMiddleware');
UNCONNECTED.middlewareStack.add((next) => next, { step: 'serialize', name: 'serializerMiddleware' });

/**
 * A document client over a sender. The document client puts its own middleware in front of the SDK's serializer and
 * deserializer; where the sender is not the SDK's, the first does nothing, and the second sends the command.
 */
export function documentClientOver(sender: Sender): DynamoDBDocumentClient {
  if (sender instanceof dynamodb.DynamoDBClient) return documentClient(sender);
  const documents = documentClient(UNCONNECTED);
  documents.middlewareStack = UNCONNECTED.middlewareStack.clone();
  documents.middlewareStack.add(
    (_next, { commandName = '' }) =>
      async ({ input }) => {
        const answer = await asPlainSend(sender)(commandNamed(commandName, input));
        return { output: { $metadata: {}, ...answer }, response: {} };
      },
    { step: 'deserialize', name: 'deserializerMiddleware' },
  );
  return documents;
}

/** The service's table over a sender. */
export const tableOver = (sender: Sender, backoff?: Backoff): Table =>
  dynamoTable(documentClientOver(sender), 'main', backoff);

/** `GetItemCommand` and the like. */
export function commandNamed(name: string, input: object): AnyCommand {
  const command: unknown = Reflect.get(dynamodb, name);
  if (typeof command !== 'function') throw new Error(`The SDK has no ${name}.`);
  return Reflect.construct(command, [input]);
}
