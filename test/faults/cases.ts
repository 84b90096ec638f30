import type { Fault } from '#test/support/fault-proxy/fault';
import { always, nowAndThen, once } from '#test/support/fault-proxy/plans';
import type { Bench } from './bench.ts';
import { spotsAt } from './faults.ts';
import { HOPS, type NamedHop } from './hops.ts';
import type { Case } from './run-case.ts';

interface Size {
  readonly random: () => number;
  /** How long a fault lasts that strikes every request. */
  readonly minuteSeconds: number;
}

/** Every fault at every hop that can have it, once. */
export const eachOnce = (): readonly Case[] =>
  everywhere((fault, at) => ({ ...at, amount: 'once', plan: once(at.hop, fault), events: 2 }));

/** The same, at one request in twenty. */
export const eachNowAndThen = ({ random }: Size): readonly Case[] =>
  everywhere((fault, at) => ({
    ...at,
    amount: '5 %',
    plan: nowAndThen(at.hop, fault, { probability: 0.05, random }),
    events: 20,
  }));

/** The same, at every request for a while. */
export const eachForAWhile = ({ minuteSeconds }: Size): readonly Case[] =>
  everywhere((fault, at) => ({
    ...{ ...at, amount: `100 % for ${minuteSeconds} s`, plan: always(at.hop, fault) },
    ...{ events: 10, lastsSeconds: minuteSeconds },
  }));

type At = Pick<Case, 'fault'> & { readonly hop: NamedHop };

const everywhere = (make: (fault: Fault, at: At) => Case): readonly Case[] =>
  spotsAt(HOPS).map(({ name, hop, fault }) => make(fault, { fault: name, hop }));

/** For a run of seconds: each fault somewhere, and what says 200 everywhere. */
const FEW: Readonly<Record<string, readonly string[]>> = {
  throttled: ['delivery, claim and record'],
  conflict: ['API, change'],
  '500': ['relay → bus'],
  '503': ['delivery → KMS'],
  'stalled 5 s': ['fan-out, reads'],
  'connection reset': ['delivery → queue'],
  'done, answer lost': ['API, change', 'relay → bus', 'fan-out, writes'],
  'taken in part': ['API, reads', 'relay → bus', 'fan-out → queue'],
};

/** Of each fault once a few hops. */
export const aFewOnce = (): readonly Case[] => eachOnce().filter(({ fault, hop }) => FEW[fault]?.includes(hop.name));

type Point = readonly [name: string, worker: string, action: string, when: 'before' | 'after', number?: number];

/** Where the process of a function ends without a word. */
const POINTS: readonly Point[] = [
  ['API, before the change', 'api-calendar-events', 'TransactWriteItems', 'before'],
  ['API, after the change', 'api-calendar-events', 'TransactWriteItems', 'after'],
  ['fan-out, before it reads', 'webhook-fanout', 'BatchGetItem', 'before'],
  ['fan-out, after one delivery of three', 'webhook-fanout', 'PutItem', 'after', 2],
  ['fan-out, before the queue has them', 'webhook-fanout', 'SendMessageBatch', 'before'],
  ['fan-out, after the queue has them', 'webhook-fanout', 'SendMessageBatch', 'after'],
  ['fan-out, after the marker is gone', 'webhook-fanout', 'UpdateItem', 'after'],
  ['delivery, before the claim', 'webhook-delivery', 'UpdateItem', 'before'],
  ['delivery, after the claim', 'webhook-delivery', 'UpdateItem', 'after'],
  ['delivery, before the secret is open', 'webhook-delivery', 'Decrypt', 'before'],
  ['delivery, after a 2xx, before the record', 'webhook-delivery', 'PutItem', 'before'],
  ['delivery, after the record', 'webhook-delivery', 'PutItem', 'after'],
  // Last: the stream hands the batch out again at once, and the next kill would meet that.
  ['relay, before the bus has it', 'outbox-relay', 'PutEvents', 'before'],
  ['relay, after the bus has it', 'outbox-relay', 'PutEvents', 'after'],
];

/** Each kill once. */
export const kills = (bench: Bench): readonly Case[] => [
  killedWhileItWaits(bench),
  ...POINTS.map(([name, worker, action, when, number]) => ({
    ...{ fault: 'killed', amount: 'once', hop: { name }, events: 1 },
    plan: once({ worker, actions: [action] }, { kind: 'killed', when }, number),
  })),
];

function killedWhileItWaits(bench: Bench): Case {
  let struck = 0;
  return {
    ...{ fault: 'killed', amount: 'once', hop: { name: 'delivery, while the receiver is asked' }, events: 1 },
    plan: { strike: () => undefined, struck: () => struck },
    whenAsked: async () => {
      struck += 1;
      await bench.kill('webhook-delivery');
    },
  };
}
