import type { Fault } from '#test/support/fault-proxy/fault';
import { always, nowAndThen, once } from '#test/support/fault-proxy/plans';
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
