import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type fc from 'fast-check';
import { appContext } from '#shared/wiring/app-context';
import { type AnyCommand, asPlainSend, asSend } from '#test/doubles/aws/in-memory-client';
import { tableOver } from '#test/doubles/dynamodb/table-over';
import type { World } from '#test/support/api';

/** The context of a world whose table answers requests in the order of the scheduler. */
export function scheduledContext({ context, dynamo }: World, scheduler: fc.Scheduler) {
  const plain = asPlainSend(dynamo);
  const send = asSend<DynamoDBClient['send']>(scheduler.scheduleFunction((command: AnyCommand) => plain(command)));
  return appContext({ ...context, table: tableOver({ send }) });
}
