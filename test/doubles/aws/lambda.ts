import {
  InvokeCommand,
  type InvokeCommandInput,
  type LambdaClient,
  RequestTooLargeException,
  ResourceNotFoundException,
} from '@aws-sdk/client-lambda';
import { type InMemoryClient, inMemoryClient, on } from './in-memory-client.ts';
import { atOnce, type Latency } from './latency.ts';

export type InvokedFunction = (payload: unknown) => Promise<unknown>;

export interface InMemoryLambdaOptions {
  readonly latency?: Latency;
  /** When an asynchronous invocation runs; by default before the answer to `Invoke`, so that tests need not wait. */
  readonly runLater?: (run: () => Promise<void>) => void | Promise<void>;
}

/** A Lambda client that calls these functions, by name. */
export interface InMemoryLambda extends InMemoryClient<LambdaClient['send']> {
  /** Asynchronous invocations that threw. Their caller never learns of it; nothing is tried again. */
  readonly failures: readonly { readonly functionName: string; readonly error: unknown }[];
}

/** Payloads in bytes: answered at once 6 MB, asynchronous 256 KB (the older, lower limit). */
const LARGEST = { RequestResponse: 6 * 1_024 * 1_024, Event: 256 * 1_024 } as const;

export const inMemoryLambda = (
  functions: Readonly<Record<string, InvokedFunction>>,
  { latency = atOnce, runLater = (run) => run() }: InMemoryLambdaOptions = {},
): InMemoryLambda => {
  const failures: { functionName: string; error: unknown }[] = [];
  const invoke = on(InvokeCommand, async ({ FunctionName, Payload, InvocationType }) => {
    const functionName = nameIn(FunctionName ?? '');
    const called = Object.hasOwn(functions, functionName) ? functions[functionName] : undefined;
    if (!called) throw notFound(functionName);
    const text = textOf(Payload);
    refuseSize(Buffer.byteLength(text), InvocationType === 'Event' ? 'Event' : 'RequestResponse');
    await latency('Invoke');
    const payload: unknown = JSON.parse(text || '{}');
    if (InvocationType !== 'Event') return answerOf(called, payload);
    await runLater(async () => {
      try {
        await called(payload);
      } catch (error) {
        failures.push({ functionName, error });
      }
    });
    return { StatusCode: 202 };
  });
  return { ...inMemoryClient<LambdaClient['send']>('Lambda', [invoke]), failures };
};

/** A name, or the name in an ARN. */
const nameIn = (nameOrArn: string): string =>
  nameOrArn.startsWith('arn:') ? (nameOrArn.split(':')[6] ?? '') : nameOrArn;

const textOf = (payload: InvokeCommandInput['Payload'] = ''): string => {
  if (typeof payload === 'string') return payload;
  if (payload instanceof Uint8Array) return Buffer.from(payload).toString();
  throw new TypeError('The in-memory Lambda takes a payload of text or bytes');
};

const answerOf = async (called: InvokedFunction, payload: unknown) => {
  try {
    return { StatusCode: 200, ExecutedVersion: '$LATEST', Payload: blobOf(await called(payload)) };
  } catch (error) {
    const thrown = error instanceof Error ? error : new Error(String(error));
    const Payload = blobOf({ errorType: thrown.name, errorMessage: thrown.message });
    return { StatusCode: 200, ExecutedVersion: '$LATEST', FunctionError: 'Unhandled', Payload };
  }
};

/** The bytes of an answer, with the SDK's shorthand. */
const blobOf = (answer: unknown) => {
  const text = JSON.stringify(answer ?? null);
  return Object.assign(Uint8Array.from(Buffer.from(text)), { transformToString: () => text });
};

const refuseSize = (bytes: number, type: keyof typeof LARGEST): void => {
  if (bytes > LARGEST[type])
    throw new RequestTooLargeException({
      message: `${bytes} byte payload is too large for the ${type} invocation type (limit ${LARGEST[type]} bytes)`,
      $metadata: { httpStatusCode: 413, attempts: 1 },
    });
};

const notFound = (name: string) =>
  new ResourceNotFoundException({
    message: `Function not found: ${name}`,
    $metadata: { httpStatusCode: 404, attempts: 1 },
  });
