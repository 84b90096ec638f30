import { EventBridgeClient } from '@aws-sdk/client-eventbridge';

let client: EventBridgeClient | undefined;

/** One for the function's life, made when it is first needed. */
export function eventBridgeClient(): EventBridgeClient {
  client ??= new EventBridgeClient({});
  return client;
}
