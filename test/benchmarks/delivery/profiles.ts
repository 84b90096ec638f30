import type { Behaviour } from './receivers.ts';
import { ENDPOINTS } from './tenants.ts';

/** One stretch of load, on a platform of its own. */
export interface Run {
  readonly as: string;
  /** Events a second, on average; they arrive as they like (Poisson), whatever became of the ones before. */
  readonly eventsPerSecond: number;
  readonly seconds: number;
  /** Seconds at the start that the percentiles leave out: a platform that was idle is no figure of one at work. */
  readonly warmUp: number;
  /** The share of all events that is workspace 0's; without it all have the same. */
  readonly noisyShare?: number;
  readonly behaviourOf: (workspace: number, endpoint: number) => Behaviour;
  /** Deliveries of workspace 0 that failed before the run and are due within its first two minutes. */
  readonly backlog?: number;
}

export interface Profile {
  readonly name: string;
  readonly says: string;
  readonly runs: readonly Run[];
}

interface Size {
  readonly minutes: number;
  /** Events a second. */
  readonly rate: number;
}

/** Takes everything at once. */
export const prompt: Behaviour = () => ({ status: 204 });
const silent: Behaviour = () => 'silent';
const unreachable: Behaviour = () => 'unreachable';
/** Twenty seconds well, twenty seconds not. */
const flapping: Behaviour = ({ sinceStartMs }) => ({ status: Math.floor(sinceStartMs / 20_000) % 2 === 0 ? 204 : 503 });
const busyAtFirst: Behaviour = ({ attempt }) =>
  attempt === 1 ? { status: 429, headers: { 'retry-after': '120' } } : { status: 204 };

const everyonePrompt = () => prompt;
const firstSilent = (workspace: number) => (workspace === 0 ? silent : prompt);

/** 10 % dead, 10 % flapping, 5 % answer 429 with Retry-After. */
function mixed(workspace: number, endpoint: number): Behaviour {
  const nth = (workspace * ENDPOINTS + endpoint) % 20;
  if (nth < 2) return unreachable;
  if (nth < 4) return flapping;
  return nth === 4 ? busyAtFirst : prompt;
}

const FAILED_DELIVERIES = 20_000;
const RECOVERY_SECONDS = 180;

/** The load profiles by their letters. Time is never scaled: neither latencies nor the gaps between attempts. */
export function profilesOf({ minutes, rate }: Size): readonly Profile[] {
  const seconds = minutes * 60;
  const even = { eventsPerSecond: rate, seconds, warmUp: Math.min(30, seconds / 2), behaviourOf: everyonePrompt };
  const recovery = { ...even, eventsPerSecond: rate / 4, seconds: Math.min(seconds, RECOVERY_SECONDS) };
  return [
    { name: 'A', says: `${rate} events/s to three endpoints each`, runs: [{ ...even, as: 'A' }] },
    {
      name: 'B',
      says: `a burst of ${rate * 100} events in ten seconds`,
      runs: [{ ...even, as: 'B', eventsPerSecond: rate * 10, seconds: 10, warmUp: 0 }],
    },
    {
      name: 'C',
      says: 'one workspace has half of the events, and its receivers let every request wait for ten seconds',
      runs: [
        { ...even, as: 'C without', eventsPerSecond: rate / 2 },
        { ...even, as: 'C with', noisyShare: 0.5, behaviourOf: firstSilent },
      ],
    },
    {
      name: 'D',
      says: '10 % of the endpoints dead, 10 % flapping, 5 % answer 429 with Retry-After at first',
      runs: [{ ...even, as: 'D', behaviourOf: mixed }],
    },
    {
      name: 'E',
      says: `${FAILED_DELIVERIES} failed deliveries of one workspace are due within two minutes, and its receiver is back`,
      runs: [
        { ...recovery, as: 'E without' },
        { ...recovery, as: 'E with', backlog: FAILED_DELIVERIES },
      ],
    },
  ];
}

/** Whether an endpoint takes everything at the first attempt: its latency is what the figures are about. */
export const isPrompt = (behaviour: Behaviour): boolean => behaviour === prompt;

/** Whether an endpoint ever takes anything. */
export const isAlive = (behaviour: Behaviour): boolean => behaviour !== silent && behaviour !== unreachable;
