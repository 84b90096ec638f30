import type { Call, Fault, FaultPlan } from './container.ts';

export const FAULTS = [
  { kind: 'throw', when: 'before' },
  { kind: 'throw', when: 'after' },
  { kind: 'kill', when: 'before' },
  { kind: 'kill', when: 'after' },
] as const satisfies readonly Fault[];

/** A request by its worker, its kind and how many of that kind came before it: `webhook-fanout PutItem 2`. */
export type Point = string;

/** Strikes once, at one point; and lists every point that was passed. */
export function onceAt(point: Point | undefined, fault: Fault): { readonly plan: FaultPlan; readonly passed: Point[] } {
  const passed: Point[] = [];
  const counts = new Map<string, number>();
  const plan = ({ worker, operation }: Call) => {
    const name = `${worker} ${operation}`;
    const number = (counts.get(name) ?? 0) + 1;
    counts.set(name, number);
    passed.push(`${name} ${number}`);
    return point === `${name} ${number}` ? fault : undefined;
  };
  return { plan, passed };
}

/** Strikes at any request with this probability. */
export const atRandom =
  (probability: number, random: () => number): FaultPlan =>
  () => {
    if (random() >= probability) return undefined;
    const drawn = Math.floor(random() * (FAULTS.length + 1));
    return FAULTS[drawn] ?? { kind: 'stall', seconds: 1 + Math.floor(random() * 9) };
  };
