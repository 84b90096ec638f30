import { once } from '#test/support/fault-proxy/plans';
import type { Bench } from './bench.ts';
import type { NamedHop } from './hops.ts';
import type { Case } from './run-case.ts';

interface Point {
  readonly name: string;
  readonly worker: string;
  readonly action: string;
  /** Text that the request contains, where the function sends others with this action. */
  readonly containing?: string;
  readonly when: 'before' | 'after';
  readonly needs?: NamedHop['needs'];
}

const [API, FANOUT, DELIVERY, RELAY] = ['api-calendar-events', 'webhook-fanout', 'webhook-delivery', 'outbox-relay'];

/** The update expression of a lease; the concurrency of an endpoint is counted by the same action. */
const LEASE = '#state = :state';
const MARKER = 'REMOVE due_pk';

/** Where the process of a function ends: at a request of its own, before the service has executed it or after. */
const POINTS: readonly Point[] = [
  { name: 'API, before the change', worker: API, action: 'TransactWriteItems', when: 'before' },
  { name: 'API, after the change', worker: API, action: 'TransactWriteItems', when: 'after' },
  { name: 'fan-out, before it reads', worker: FANOUT, action: 'BatchGetItem', when: 'before' },
  {
    ...{ name: 'fan-out, after one delivery of three', worker: FANOUT, action: 'PutItem' },
    ...{ containing: '"delivery"', when: 'after' },
  },
  { name: 'fan-out, before the queue has them', worker: FANOUT, action: 'SendMessageBatch', when: 'before' },
  { name: 'fan-out, after the queue has them', worker: FANOUT, action: 'SendMessageBatch', when: 'after' },
  { name: 'delivery, before the lease', worker: DELIVERY, action: 'UpdateItem', containing: LEASE, when: 'before' },
  { name: 'delivery, after the lease', worker: DELIVERY, action: 'UpdateItem', containing: LEASE, when: 'after' },
  {
    ...{ name: 'delivery, before the secret is open', worker: DELIVERY, action: 'Decrypt', when: 'before' },
    needs: 'a process that knows no secret yet',
  },
  {
    ...{ name: 'delivery, after a 2xx, before the record', worker: DELIVERY },
    ...{ action: 'TransactWriteItems', when: 'before' },
  },
  { name: 'delivery, after the record', worker: DELIVERY, action: 'TransactWriteItems', when: 'after' },
  {
    name: 'delivery, before the marker is gone',
    worker: DELIVERY,
    action: 'UpdateItem',
    containing: MARKER,
    when: 'before',
  },
  {
    name: 'delivery, after the marker is gone',
    worker: DELIVERY,
    action: 'UpdateItem',
    containing: MARKER,
    when: 'after',
  },
  {
    ...{ name: 'delivery, before the wake-up', worker: DELIVERY, action: 'SendMessageBatch', when: 'before' },
    needs: 'a receiver that fails at first',
  },
  {
    ...{ name: 'delivery, after the wake-up', worker: DELIVERY, action: 'SendMessageBatch', when: 'after' },
    needs: 'a receiver that fails at first',
  },
  { name: 'relay, before the bus has it', worker: RELAY, action: 'PutEvents', when: 'before' },
  { name: 'relay, after the bus has it', worker: RELAY, action: 'PutEvents', when: 'after' },
];

const NEXT_AFTER_SECONDS = 1;
/** After a row everything arrives before the next begins, which would kill what recovers as well. */
const RECOVERED_WITHIN_SECONDS = 240;

interface Count {
  /** How often the function is killed at each point. */
  readonly kills: number;
  /** Kills that follow each other at once; before the next row everything recovers. */
  readonly row: number;
}

/** Each kill so many times, point by point. */
export const kills = (bench: Bench, { kills: times, row }: Count): readonly Case[] =>
  [() => killedWhileItWaits(bench), ...POINTS.map((point) => () => killedAt(point))].flatMap((make) =>
    Array.from({ length: times }, (_, nth) => ({
      ...make(),
      timeoutSeconds: (nth + 1) % row === 0 || nth + 1 === times ? RECOVERED_WITHIN_SECONDS : NEXT_AFTER_SECONDS,
    })),
  );

const ONE_KILL = { fault: 'killed', amount: 'once', events: 1 } as const;

function killedAt({ name, worker, action, containing, when, needs }: Point): Case {
  const hop = { worker, actions: [action], ...(containing !== undefined && { containing }) };
  return {
    ...ONE_KILL,
    hop: { name, ...(needs && { needs }) },
    plan: once(hop, { kind: 'killed', when }),
  };
}

function killedWhileItWaits(bench: Bench): Case {
  let struck = 0;
  return {
    ...ONE_KILL,
    hop: { name: 'delivery, while the receiver is asked' },
    plan: { strike: () => undefined, struck: () => struck },
    whenAsked: async () => {
      struck += 1;
      await bench.kill(DELIVERY);
    },
  };
}
