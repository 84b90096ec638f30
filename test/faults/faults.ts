import type { Fault } from '#test/support/fault-proxy/fault';
import type { NamedHop } from './hops.ts';

interface NamedFault {
  readonly name: string;
  /** Nothing where the service at that hop has no such answer. */
  readonly at: (hop: NamedHop) => Fault | undefined;
}

type Service = 'DynamoDB' | 'EventBridge' | 'SQS' | 'KMS';

const serviceOf = ({ actions }: NamedHop): Service => {
  if (actions.includes('PutEvents')) return 'EventBridge';
  if (actions.includes('SendMessageBatch')) return 'SQS';
  return actions.includes('Decrypt') ? 'KMS' : 'DynamoDB';
};

const THROTTLED: Readonly<Record<Service, string>> = {
  DynamoDB: 'ProvisionedThroughputExceededException',
  EventBridge: 'ThrottlingException',
  SQS: 'RequestThrottled',
  KMS: 'ThrottlingException',
};

const BROKEN: Readonly<Record<Service, string>> = {
  DynamoDB: 'InternalServerError',
  EventBridge: 'InternalException',
  SQS: 'InternalError',
  KMS: 'KMSInternalException',
};

const isOneOf =
  (...actions: readonly string[]) =>
  (hop: NamedHop): boolean =>
    hop.actions.some((action) => actions.includes(action));

const takesPart = isOneOf('PutEvents', 'SendMessageBatch', 'BatchGetItem');
const isTransaction = ({ actions }: NamedHop): boolean => actions.every((action) => action === 'TransactWriteItems');

/** What AWS's services, or the network before them, do to one request now and then. */
const FAULTS: readonly NamedFault[] = [
  { name: 'throttled', at: (hop) => ({ kind: 'refused', status: 400, code: THROTTLED[serviceOf(hop)] }) },
  {
    name: 'conflict',
    at: (hop) =>
      isTransaction(hop) ? { kind: 'refused', status: 400, code: 'TransactionCanceledException' } : undefined,
  },
  { name: '500', at: (hop) => ({ kind: 'refused', status: 500, code: BROKEN[serviceOf(hop)] }) },
  { name: '503', at: () => ({ kind: 'refused', status: 503, code: 'ServiceUnavailable' }) },
  { name: 'stalled 5 s', at: () => ({ kind: 'stalled', seconds: 5 }) },
  { name: 'connection reset', at: () => ({ kind: 'reset' }) },
  { name: 'done, answer lost', at: () => ({ kind: 'dropped' }) },
  { name: 'taken in part', at: (hop) => (takesPart(hop) ? { kind: 'partly' } : undefined) },
];

export interface Spot {
  readonly name: string;
  readonly hop: NamedHop;
  readonly fault: Fault;
}

/** Each fault at each of these hops that can have it. */
export const spotsAt = (hops: readonly NamedHop[]): readonly Spot[] =>
  FAULTS.flatMap(({ name, at }) =>
    hops.flatMap((hop) => {
      const fault = at(hop);
      return fault ? [{ name, hop, fault }] : [];
    }),
  );
