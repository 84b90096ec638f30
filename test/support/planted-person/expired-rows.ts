import type { World } from '#test/support/api';

/** What DynamoDB does with the rows whose `ttl` has passed, by now. Answers how many there were. */
export async function dropExpired({ context, clock, dynamo }: World): Promise<number> {
  const expired = dynamo.items().filter(({ ttl }) => ttl?.N !== undefined && Number(ttl.N) * 1000 <= clock.now());
  for (const { pk, sk } of expired) await context.table.write({ remove: { pk: String(pk?.S), sk: String(sk?.S) } });
  return expired.length;
}
