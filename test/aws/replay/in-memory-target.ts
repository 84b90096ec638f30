import { DynamoDBServiceException } from '@aws-sdk/client-dynamodb';
import { isJsonObject, type JsonObject } from '#shared/foundation/core/json';
import { asPlainSend } from '#test/doubles/aws/in-memory-client';
import { inMemoryMainTable } from '#test/doubles/dynamodb/in-memory-dynamodb';
import { commandNamed } from '#test/doubles/dynamodb/table-over';
import type { DynamoReply } from './dynamodb.ts';
import type { replay } from './replay.ts';

/** The in-memory DynamoDB of the tests in process. */
export function inMemoryTarget(): Parameters<typeof replay>[1] {
  const send = asPlainSend(inMemoryMainTable());
  return {
    createTable: async () => undefined,
    dynamo: async (operation, body) =>
      send(commandNamed(`${operation}Command`, fromTheWire(body))).then(succeeded, failed),
  };
}

const succeeded = ({ $metadata: _, ...output }: { readonly $metadata?: unknown }): DynamoReply => ({
  status: 200,
  answer: onTheWire(output),
});

function failed(error: unknown): DynamoReply {
  if (!(error instanceof DynamoDBServiceException)) throw error;
  const { Item, CancellationReasons } = onTheWire(error);
  return {
    status: error.$metadata.httpStatusCode ?? 400,
    answer: {
      __type: error.name,
      ...(Item !== undefined && { Item }),
      ...(CancellationReasons !== undefined && { CancellationReasons }),
    },
  };
}

/** Binary values are base64 on the wire, and bytes in the SDK. */
const fromTheWire = (body: JsonObject): object =>
  JSON.parse(JSON.stringify(body), (name, value) =>
    name === 'B' && typeof value === 'string' ? Buffer.from(value, 'base64') : value,
  );

function onTheWire(value: object): JsonObject {
  const text = JSON.stringify(value, function (this: Readonly<Record<string, unknown>>, name, plain) {
    const { [name]: bytes } = this;
    return bytes instanceof Uint8Array ? Buffer.from(bytes).toString('base64') : plain;
  });
  const json: unknown = JSON.parse(text);
  return isJsonObject(json) ? json : {};
}
