import type { Behaviour } from './receivers.ts';
import { ENDPOINTS, WORKSPACES } from './tenants.ts';

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
  /** The stage whose concurrency the platform has; production by default. */
  readonly stage?: 'local';
  /**
   * This many of the last workspaces have no events but these: one of them after the other, a minute apart, has
   * `NEWCOMER_EVENTS` events, one a second.
   */
  readonly newcomers?: number;
}

export const NEWCOMER_EVENTS = 11;

export interface Profile {
  readonly name: string;
  readonly says: string;
  readonly runs: readonly Run[];
  /** The most that the p95 of the second run may be of the first's. */
  readonly bound?: number;
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
const HANGS_AFTER_SECONDS = 60;
const HANG_SECONDS = 30;
/** Always quick until then, so that nothing is known of it. */
const QUICK = { status: 204, answerMs: 80 } as const;
const hangsMidway: Behaviour = ({ sinceStartMs }) => (sinceStartMs < HANGS_AFTER_SECONDS * 1_000 ? QUICK : 'silent');
const busyAtFirst: Behaviour = ({ attempt }) =>
  attempt === 1 ? { status: 429, headers: { 'retry-after': '120' } } : { status: 204 };

const everyonePrompt = () => prompt;
/** As prompt as the others, and not one of those whose waits are measured. */
const promptToo: Behaviour = () => QUICK;
const firstPromptToo = (workspace: number) => (workspace === 0 ? promptToo : prompt);
const firstHangsMidway = (workspace: number, endpoint: number) => {
  if (workspace > 0) return prompt;
  return endpoint === 0 ? hangsMidway : promptToo;
};
const firstSilent = (workspace: number) => (workspace === 0 ? silent : prompt);

/** The first endpoint of the last workspaces never responds. */
const newcomersSilent = (newcomers: number) => (workspace: number, endpoint: number) =>
  workspace >= WORKSPACES - newcomers && endpoint === 0 ? silent : prompt;

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
  const newcomers = Math.ceil((seconds - even.warmUp) / 60);
  const small = { ...even, eventsPerSecond: rate / 20, stage: 'local' } as const;
  const neighbour = {
    ...({ eventsPerSecond: rate / 10, stage: 'local', noisyShare: 0.5, behaviourOf: firstPromptToo } as const),
    ...{ seconds: HANGS_AFTER_SECONDS + HANG_SECONDS, warmUp: HANGS_AFTER_SECONDS },
  };
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
    {
      name: 'F',
      says: `five concurrent batches in each queue, and a minute brings a new endpoint that never responds, with ${NEWCOMER_EVENTS} events`,
      runs: [
        { ...small, as: 'F without' },
        { ...small, as: 'F with', newcomers, behaviourOf: newcomersSilent(newcomers) },
      ],
    },
    {
      name: 'G',
      says: `five concurrent batches in each queue, one workspace with half of the events, of whose receivers one hangs after a minute: the others' waits in the ${HANG_SECONDS} s from then on`,
      runs: [
        { ...neighbour, as: 'G without' },
        { ...neighbour, as: 'G with', behaviourOf: firstHangsMidway },
      ],
      bound: 1.5,
    },
  ];
}

/** Whether an endpoint takes everything at the first attempt: its latency is what the figures are about. */
export const isPrompt = (behaviour: Behaviour): boolean => behaviour === prompt;

/** Whether an endpoint takes everything in the end: only then it is owed. */
export const isAlive = (behaviour: Behaviour): boolean => ![silent, unreachable, hangsMidway].includes(behaviour);
