import {
  DeleteFunctionConcurrencyCommand,
  GetFunctionConcurrencyCommand,
  type LambdaClient,
  ListEventSourceMappingsCommand,
  ListFunctionsCommand,
  PutFunctionConcurrencyCommand,
  ResourceConflictException,
  ResourceNotFoundException,
  UpdateEventSourceMappingCommand,
} from '@aws-sdk/client-lambda';
import { type InMemoryClient, inMemoryClient, on } from './in-memory-client.ts';

/** A function with its configuration, as far as operators change it. */
export interface ControlledFunction {
  readonly timeoutSeconds: number;
  reserved: number | null;
  /** Whether its mapping from a queue is on; undefined for a function without one. */
  mapping?: 'Enabled' | 'Disabled' | 'Enabling' | 'Disabling';
}

const ARN = 'arn:aws:lambda:eu-west-1:123456789012:function:';

/**
 * The part of Lambda by which operators configure functions; `inMemoryLambda` invokes them. A mapping changes its state in
 * two steps, as AWS's do: one that is listed once is changed at the next list, and refuses changes until then.
 */
export function inMemoryLambdaControl(
  functions: Readonly<Record<string, ControlledFunction>>,
): InMemoryClient<LambdaClient['send']> {
  const named = (name = ''): ControlledFunction => {
    const found = functions[name];
    if (found) return found;
    throw new ResourceNotFoundException({ message: `Function not found: ${ARN}${name}`, $metadata: {} });
  };
  const reservedOf = ({ reserved }: ControlledFunction) =>
    reserved === null ? {} : { ReservedConcurrentExecutions: reserved };
  return inMemoryClient<LambdaClient['send']>('Lambda', [
    on(ListFunctionsCommand, ({ Marker }) => {
      const { item, NextMarker } = pageOf(Object.entries(functions), Marker);
      const Functions = item ? [{ FunctionName: item[0], Timeout: item[1].timeoutSeconds }] : [];
      return { Functions, NextMarker };
    }),
    on(GetFunctionConcurrencyCommand, ({ FunctionName }) => reservedOf(named(FunctionName))),
    on(PutFunctionConcurrencyCommand, ({ FunctionName, ReservedConcurrentExecutions = 0 }) => {
      named(FunctionName).reserved = ReservedConcurrentExecutions;
      return { ReservedConcurrentExecutions };
    }),
    on(DeleteFunctionConcurrencyCommand, ({ FunctionName }) => {
      named(FunctionName).reserved = null;
      return {};
    }),
    on(ListEventSourceMappingsCommand, ({ Marker }) => {
      const mapped = Object.entries(functions).filter(([, { mapping }]) => mapping !== undefined);
      const { item, NextMarker } = pageOf(mapped, Marker);
      if (!item) return { EventSourceMappings: [] };
      const [name, one] = item;
      const EventSourceMappings = [{ UUID: name, FunctionArn: `${ARN}${name}`, State: one.mapping }];
      settle(one);
      return { EventSourceMappings, NextMarker };
    }),
    on(UpdateEventSourceMappingCommand, ({ UUID, Enabled }) => {
      const changed = named(UUID);
      if (changed.mapping === 'Enabling' || changed.mapping === 'Disabling')
        throw new ResourceConflictException({ message: 'The event source mapping is being changed.', $metadata: {} });
      changed.mapping = Enabled ? 'Enabling' : 'Disabling';
      return { UUID, State: changed.mapping };
    }),
  ]);
}

/** One of them at a time, so that callers go through pages. */
function pageOf<Value>(values: readonly Value[], marker: string | undefined) {
  const position = Number(marker ?? 0);
  const NextMarker = position + 1 < values.length ? String(position + 1) : undefined;
  return { item: values[position], NextMarker };
}

function settle(one: ControlledFunction): void {
  if (one.mapping === 'Enabling') one.mapping = 'Enabled';
  if (one.mapping === 'Disabling') one.mapping = 'Disabled';
}
