import type { Call, Fault, FaultPlan } from '#test/support/event-path/container';

export const PRESETS = ['none', 'twice', 'realistic', 'heavy'] as const;
export type Preset = (typeof PRESETS)[number];

/** How likely each trouble is, at every request that leaves a process unless it says otherwise. */
export interface Chances {
  /** The process dies, half of them before the service acted and half after. */
  readonly kill: number;
  /** The service is too busy, or is in the middle of another's transaction. */
  readonly throttle: number;
  /** The service acted, and its answer got lost. */
  readonly lostAnswer: number;
  /** A message is handed out twice, some of them hours later. */
  readonly duplicate: number;
  /** One entry of a batch is refused though the answer says 200, or one key is left unread. */
  readonly refusedEntry: number;
  /** A target of the bus never hears of an event, as with a rule without permission. */
  readonly lostOnBus: number;
  /** A request takes seconds instead of milliseconds. */
  readonly slow: number;
}

/** With `twice` every message comes a second time, on the whole, and nothing else is wrong. `realistic` has the rates of the table in docs/reliability.md; a day as bad as `heavy` would be in the newspapers. */
export const CHANCES: Readonly<Record<Preset, Chances>> = {
  none: { kill: 0, throttle: 0, lostAnswer: 0, duplicate: 0, refusedEntry: 0, lostOnBus: 0, slow: 0 },
  twice: { kill: 0, throttle: 0, lostAnswer: 0, duplicate: 0.5, refusedEntry: 0, lostOnBus: 0, slow: 0 },
  realistic: {
    ...{ kill: 0.001, throttle: 0.005, lostAnswer: 0.001, duplicate: 0.001 },
    ...{ refusedEntry: 0.001, lostOnBus: 0.0001, slow: 0.001 },
  },
  heavy: {
    ...{ kill: 0.02, throttle: 0.03, lostAnswer: 0.01, duplicate: 0.02 },
    ...{ refusedEntry: 0.03, lostOnBus: 0.01, slow: 0.02 },
  },
};

/** Draws what happens to each request. */
export function drawnFaults({ kill, throttle, lostAnswer }: Chances, random: () => number): FaultPlan {
  return (call) => {
    const drawn = random();
    // A receiver is no service of the SDK's: the process may die there, and what else may happen is the receiver's own.
    if (call.operation === 'receiver' && drawn >= kill) return undefined;
    if (drawn < kill) return { kind: 'kill', when: drawn < kill / 2 ? 'before' : 'after' };
    if (drawn < kill + throttle) return busy(call, random());
    if (drawn < kill + throttle + lostAnswer) return lost(drawn * 1e6);
    return undefined;
  };
}

function busy({ operation }: Call, drawn: number): Fault {
  return { kind: 'throw', when: 'before', name: drawn < 0.3 ? conflictAt(operation) : 'ThrottlingException' };
}

const conflictAt = (operation: string): string => {
  if (operation === 'TransactWriteItems') return 'TransactionCanceledException';
  return WRITES.includes(operation) ? 'TransactionConflictException' : 'InternalServerError';
};

const WRITES: readonly string[] = ['PutItem', 'UpdateItem', 'DeleteItem'];

/** Half of the lost answers are asked for again by the SDK, which the code never sees. */
const lost = (drawn: number): Fault =>
  Math.floor(drawn) % 2 === 0 ? { kind: 'resend' } : { kind: 'throw', when: 'after', name: 'TimeoutError' };
