import { BatchGetItemCommand, QueryCommand } from '@aws-sdk/client-dynamodb';
import type { World } from '#test/support/api';
import { jest } from '#test/support/jest';

/** Rows that are asked for by key, queries, and entries that these may look at, of one piece of work. */
export async function readsDuring({ dynamo }: World, work: () => Promise<unknown>) {
  const sending = jest.spyOn(dynamo, 'send');
  try {
    await work();
    const sent: readonly unknown[] = sending.mock.calls.map(([command]) => command);
    const batches = sent.flatMap((one) => (one instanceof BatchGetItemCommand ? [one.input.RequestItems ?? {}] : []));
    const keys = batches.flatMap((tables) => Object.values(tables).flatMap(({ Keys = [] }) => Keys));
    const queries = sent.flatMap((one) => (one instanceof QueryCommand ? [one.input] : []));
    const entries = queries.reduce((sum, { Limit = Number.POSITIVE_INFINITY }) => sum + Limit, 0);
    return { keys: keys.length, queries: queries.length, entries };
  } finally {
    sending.mockRestore();
  }
}
