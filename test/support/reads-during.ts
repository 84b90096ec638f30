import { BatchGetItemCommand, QueryCommand } from '@aws-sdk/client-dynamodb';
import type { World } from '#test/support/api';
import { jest } from '#test/support/jest';

/** Rows that are asked for by key, and queries, of one piece of work. */
export async function readsDuring({ dynamo }: World, work: () => Promise<unknown>) {
  const sending = jest.spyOn(dynamo, 'send');
  try {
    await work();
    const sent: readonly unknown[] = sending.mock.calls.map(([command]) => command);
    const batches = sent.flatMap((one) => (one instanceof BatchGetItemCommand ? [one.input.RequestItems ?? {}] : []));
    const keys = batches.flatMap((tables) => Object.values(tables).flatMap(({ Keys = [] }) => Keys));
    return { keys: keys.length, queries: sent.filter((one) => one instanceof QueryCommand).length };
  } finally {
    sending.mockRestore();
  }
}
