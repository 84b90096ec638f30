import type { api } from './api.ts';
import type { Outcome } from './outcome.ts';

interface Needs {
  readonly call: ReturnType<typeof api>;
  readonly keys: ReadonlyMap<string, string>;
  /** Until nothing waits any more. */
  readonly rest: () => Promise<void>;
}

/** I13, the other half: a failed event is redelivered, and the same id comes again. */
export async function redeliveredAgain(
  { histories }: Outcome,
  { call, keys, rest }: Needs,
): Promise<readonly string[]> {
  const failed = histories.find(
    ({ delivery, endpoint }) => delivery.status === 'failed' && endpoint?.isEnabled && !endpoint.deletedAt,
  );
  if (!failed?.endpoint) return [];
  const { delivery, endpoint } = failed;
  const before = endpoint.receiver.received.length;
  const key = keys.get(delivery.workspaceId) ?? '';
  const answered = await call({ method: 'POST', path: `/webhook_events/${delivery.id}/redeliver`, key, body: {} });
  await rest();
  const came = endpoint.receiver.received.slice(before);
  return answered?.status === 202 && came.length === 1 && came[0]?.id === delivery.id
    ? []
    : [`I13: a redelivery of a failed event is answered ${answered?.status} and came ${came.length} times`];
}
