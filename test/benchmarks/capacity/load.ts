import { type MeetingLoad, type WorkerLoad, wholeMeeting } from '../cost/worker-load.ts';

/** How many meetings there are, and when. */
export interface Shape {
  readonly workspaces: number;
  /** Of each workspace. */
  readonly meetingsADay: number;
  /** Hours of a day in which meetings begin, the same number at each slot. */
  readonly activeHours: number;
  /** Between the times at which meetings begin: on the hour and on the half hour. */
  readonly slotMinutes: number;
  /** Part of the calls that are read along while they go on, each by this many readers. */
  readonly liveShare: number;
  readonly readersOfLive: number;
}

/** All meetings begin and end at their time, within a minute: the worst that calendars can do. */
export const EVERYDAY = {
  activeHours: 10,
  slotMinutes: 30,
  liveShare: 0.1,
  readersOfLive: 1,
} as const;

const DAY_SECONDS = 24 * 60 * 60;

/** A number that each piece of work adds to, such as write units or seconds of functions. */
export type Amount = (load: WorkerLoad) => number;

/** Of one amount, a second. */
export interface Rate {
  /** Over the whole day. */
  readonly average: number;
  /** In the busiest minute of a slot. */
  readonly peak: number;
}

export const meetingsADay = ({ workspaces, meetingsADay: each }: Shape): number => workspaces * each;

/** Meetings that begin together. */
export const meetingsOfSlot = (shape: Shape): number =>
  (meetingsADay(shape) * shape.slotMinutes) / (shape.activeHours * 60);

export const totalOf = (loads: readonly WorkerLoad[], amount: Amount): number =>
  loads.reduce((sum, load) => sum + amount(load), 0);

/**
 * What one amount comes to. Invites come evenly over the active hours; all else follows the beginning of its meeting, so
 * in any minute the slots of the last hours add up: some meetings begin while others go on and end.
 */
export function rateOf(load: MeetingLoad, shape: Shape, amount: Amount): Rate {
  const activeSeconds = shape.activeHours * 60 * 60;
  const invites = (meetingsADay(shape) * totalOf(load.invite, amount)) / activeSeconds;
  const perSlot = Array.from({ length: shape.slotMinutes }, () => 0);
  for (const [minute, loads] of load.minutes) {
    const at = ((minute % shape.slotMinutes) + shape.slotMinutes) % shape.slotMinutes;
    perSlot[at] = (perSlot[at] ?? 0) + totalOf(loads, amount);
  }
  return {
    average: (meetingsADay(shape) * totalOf(wholeMeeting(load), amount)) / DAY_SECONDS,
    peak: invites + (meetingsOfSlot(shape) * Math.max(...perSlot)) / 60,
  };
}

/** Calls that go on at the same time. */
export const callsAtOnce = (shape: Shape, callMinutes: number): number =>
  meetingsOfSlot(shape) * Math.ceil(callMinutes / shape.slotMinutes);
