import * as v from 'valibot';
import type { OwnKeys } from '#lib/table-access';
import { asPlainSend, asSend, type InMemoryClient, operationOf } from './in-memory-client.ts';

/**
 * Records the beginnings of the partition keys that a DynamoDB client reads and writes: `cal_`, `LIMIT#`, `SYSTEM`.
 * Commands with keys that the role of a function does not allow fail, as they do in AWS.
 */
export function keyRecorder(role?: OwnKeys) {
  const reads = new Set<string>();
  const writes = new Set<string>();
  return {
    reads,
    writes,
    watch: <Send>(client: { readonly send: Send }): InMemoryClient<Send> => ({
      send: asSend<Send>((command, ...options) => {
        const isRead = /^(?:BatchGetItem|GetItem|Query)Command$/.test(operationOf(command));
        const allowed = isRead ? role?.reads : role?.writes;
        for (const key of [...partitionKeysIn(command.input), ...queriedKeysIn(command.input)]) {
          if (allowed?.some((prefix) => key.startsWith(prefix)) === false) throw notAuthorized(key);
          (isRead ? reads : writes).add(beginningOf(key));
        }
        return asPlainSend(client)(command, ...options);
      }),
      destroy: () => undefined,
    }),
  };
}

/** Of keys and items. */
function partitionKeysIn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    name === 'pk' && typeof inner?.S === 'string' ? [inner.S] : partitionKeysIn(inner),
  );
}

const Query = v.object({
  KeyConditionExpression: v.string(),
  ExpressionAttributeValues: v.record(v.string(), v.object({ S: v.optional(v.string()) })),
});

/** Of queries of the table: those of an index have a key of its own, and a permission of their own. */
function queriedKeysIn(input: unknown): readonly string[] {
  const query = v.safeParse(Query, input);
  const [, placeholder = ''] = query.success ? (/^pk = (:\w+)/.exec(query.output.KeyConditionExpression) ?? []) : [];
  const key = query.success ? query.output.ExpressionAttributeValues[placeholder]?.S : undefined;
  return key === undefined ? [] : [key];
}

const beginningOf = (key: string): string => /^(?:[a-z]+_|[A-Z]+#?)/.exec(key)?.[0] ?? key;

const notAuthorized = (key: string) =>
  Object.assign(new Error(`The role does not allow the partition ${beginningOf(key)}.`), {
    name: 'AccessDeniedException',
  });
