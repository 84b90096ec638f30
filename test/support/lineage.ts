/**
 * Lambda's recursive loop detection, for doubles of queues. Each message has the lineage of the invocation that sent it: how
 * often each function was invoked in that chain of requests. On AWS the SDK carries it in the header `X-Amzn-Trace-Id`.
 */
export type Lineage = ReadonlyMap<string, number>;

/** Of a message that no function sent. */
export const NO_LINEAGE: Lineage = new Map();

/**
 * "If your function is invoked approximately 16 times in the same chain of requests, then Lambda automatically stops the
 * next function invocation in that request chain" (Lambda Developer Guide).
 */
export const MOST_INVOCATIONS = 16;

/** The functions for which the templates turn the detection off. test/infra/recursive-loops.test.ts compares them. */
export const RECURSIVE_FUNCTIONS: readonly string[] = [
  'bot-dispatch',
  'bulk-redelivery',
  'calendar-sync',
  'export-writing',
  'housekeeping',
  'live-transcripts',
  'mail-delivery',
  'media-processing',
  'order-processing',
  'recording-processing',
  'settings-reach',
  'webhook-delivery',
  'webhook-fanout',
];

/** The lineage of an invocation with these messages, and of what it sends: the highest count of each function, and itself. */
export function invocationOf(name: string, messages: readonly Lineage[]): Lineage {
  const counts = new Map<string, number>();
  for (const [each, count] of messages.flatMap((lineage) => [...lineage]))
    counts.set(each, Math.max(counts.get(each) ?? 0, count));
  return counts.set(name, (counts.get(name) ?? 0) + 1);
}

/** Whether Lambda stops this invocation: the messages fail, and their queue moves them to its dead-letter queue. */
export const isStopped = (name: string, invocation: Lineage, recursive = RECURSIVE_FUNCTIONS): boolean =>
  (invocation.get(name) ?? 0) > MOST_INVOCATIONS && !recursive.includes(name);
