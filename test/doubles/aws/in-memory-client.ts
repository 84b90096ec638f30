import { sentIn } from './unfinished-writes.ts';

/** What an in-memory client reads of a command of the SDK: its class name says the operation, `input` is the request. */
export interface AnyCommand {
  readonly input: object;
}

/** A command class of the SDK, seen as what it takes and what sending it yields. */
interface CommandClass<Input extends object, Output extends object> {
  readonly name: string;
  new (
    input: Input,
  ): {
    readonly input: Input;
    resolveMiddleware(
      stack: never,
      configuration: never,
      options: never,
    ): (request: { readonly input: Input }) => Promise<{ readonly output: Output }>;
  };
}

/** One operation that an in-memory client implements. */
export interface Operation {
  readonly name: string;
  readonly answer: (input: object) => Promise<object>;
}

/** A client of the SDK, as far as our code uses one: `Send` is `DynamoDBClient['send']` and the like. */
export interface InMemoryClient<Send> {
  readonly send: Send;
  destroy(): void;
}

/** Sends a command, whatever its class. */
export type PlainSend = (command: AnyCommand, ...options: readonly unknown[]) => Promise<object>;

/**
 * Defines how an in-memory client answers one command. The compiler checks the request and the answer against the SDK's own
 * types; `$metadata` is added.
 */
export const on = <Input extends object, Output extends object>(
  command: CommandClass<Input, Output>,
  answer: (input: Input) => Promise<Omit<Output, '$metadata'>> | Omit<Output, '$metadata'>,
): Operation => ({
  name: command.name,
  answer: async (input) => ({ ...(await answer(input as Input)), $metadata: { httpStatusCode: 200, attempts: 1 } }),
});

/** A client that answers these operations and refuses every other command loudly. */
export const inMemoryClient = <Send>(service: string, operations: readonly Operation[]): InMemoryClient<Send> => {
  const byName = new Map(operations.map((operation) => [operation.name, operation]));
  return {
    send: asSend<Send>(async (command) => {
      const name = operationOf(command);
      const operation = byName.get(name);
      if (!operation) throw new Error(`The in-memory ${service} does not implement ${name}`);
      return sentIn(name, () => operation.answer(command.input));
    }),
    destroy: () => undefined,
  };
};

/** `GetItemCommand` and the like. */
export const operationOf = (command: AnyCommand): string => command.constructor.name;

/**
 * The one cast of the in-memory clients. `send` of a client is generic over every command of its service and overloaded for
 * callbacks, which no function can be written for; that each answer fits its own command is checked in `on`.
 */
export const asSend = <Send>(send: PlainSend): Send => send as Send;

/** The other way round, for wrappers: a `send` of any client, called with a command whose class does not matter. */
export const asPlainSend = (client: { readonly send: unknown }): PlainSend => {
  const { send } = client;
  if (typeof send !== 'function') throw new TypeError('A client must have send');
  return async (command, ...options) => Reflect.apply(send, client, [command, ...options]);
};
