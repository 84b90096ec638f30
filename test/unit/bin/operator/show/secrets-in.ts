import type { AttributeValue } from '@aws-sdk/client-dynamodb';

/** What rows keep as secrets: sealed texts and digests, as attributes. */
export const secretsIn = (items: readonly Readonly<Record<string, AttributeValue>>[]): readonly string[] =>
  items.flatMap((item) => [item['sealed']?.S, item['digest']?.S].flatMap((one) => one ?? []));
