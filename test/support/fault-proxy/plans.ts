import type { Call, Fault, Strike } from './fault.ts';

/** Requests of one function, by their actions. */
export interface Hop {
  readonly worker: string;
  readonly actions: readonly string[];
  /** Text that the body contains, where not every request with these actions is meant. */
  readonly containing?: string;
}

/** What strikes, and how often it did. */
export interface Plan {
  readonly strike: Strike;
  readonly struck: () => number;
}

/** Strikes the request of this number, the first where nothing is said, and never again. */
export function once(hop: Hop, fault: Fault, number = 1): Plan {
  let seen = 0;
  return counting(hop, fault, () => {
    seen += 1;
    return seen === number;
  });
}

/** Strikes each request with this probability. */
export const nowAndThen = (hop: Hop, fault: Fault, { probability, random }: Draw): Plan =>
  counting(hop, fault, () => random() < probability);

/** Strikes every request. */
export const always = (hop: Hop, fault: Fault): Plan => counting(hop, fault, () => true);

/** Strikes any request that one of these faults is for, with this probability, by one that is drawn. */
export function anyOf(spots: readonly { readonly hop: Hop; readonly fault: Fault }[], draw: Draw): Plan {
  let struck = 0;
  return {
    strike: (call) => {
      const fitting = spots.filter(({ hop }) => isAt(hop, call));
      if (fitting.length === 0 || draw.random() >= draw.probability) return undefined;
      struck += 1;
      return fitting[Math.floor(draw.random() * fitting.length)]?.fault;
    },
    struck: () => struck,
  };
}

interface Draw {
  readonly probability: number;
  /** In [0, 1). */
  readonly random: () => number;
}

function counting(hop: Hop, fault: Fault, hits: () => boolean): Plan {
  let struck = 0;
  return {
    strike: (call) => {
      if (!isAt(hop, call) || !hits()) return undefined;
      struck += 1;
      return fault;
    },
    struck: () => struck,
  };
}

const isAt = ({ worker, actions, containing = '' }: Hop, call: Call): boolean =>
  call.worker === worker && actions.includes(call.action) && call.body.includes(containing);
