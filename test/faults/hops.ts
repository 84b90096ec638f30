import type { Hop } from '#test/support/fault-proxy/plans';

export interface NamedHop extends Hop {
  readonly name: string;
  /** What has to happen for the hop to be taken at all. */
  readonly needs?: 'a receiver that fails at first' | 'a process that knows no secret yet';
}

const READS = ['BatchGetItem', 'Query'];
const WRITES = ['PutItem', 'UpdateItem', 'TransactWriteItems'];

/** Every request to AWS between a call of the API and a receiver that one event may make, and who makes it. */
export const HOPS: readonly NamedHop[] = [
  { name: 'API, reads', worker: 'api-calendar-events', actions: READS },
  { name: 'API, change', worker: 'api-calendar-events', actions: ['TransactWriteItems'] },
  { name: 'relay → bus', worker: 'outbox-relay', actions: ['PutEvents'] },
  { name: 'fan-out, reads', worker: 'webhook-fanout', actions: READS },
  { name: 'fan-out, writes', worker: 'webhook-fanout', actions: WRITES },
  { name: 'fan-out → queue', worker: 'webhook-fanout', actions: ['SendMessageBatch'] },
  { name: 'delivery, reads', worker: 'webhook-delivery', actions: READS },
  { name: 'delivery, claim and record', worker: 'webhook-delivery', actions: WRITES },
  {
    name: 'delivery → KMS',
    worker: 'webhook-delivery',
    actions: ['Decrypt'],
    needs: 'a process that knows no secret yet',
  },
  {
    name: 'delivery → queue',
    worker: 'webhook-delivery',
    actions: ['SendMessageBatch'],
    needs: 'a receiver that fails at first',
  },
];

/** The sweeper finds nothing unless something was lost, and so has a drill of its own. */
export const SWEEPER_HOPS: readonly NamedHop[] = [
  { name: 'sweeper, reads', worker: 'sweeper', actions: READS },
  { name: 'sweeper → queue', worker: 'sweeper', actions: ['SendMessageBatch'] },
  { name: 'sweeper → bus', worker: 'sweeper', actions: ['PutEvents'] },
];
