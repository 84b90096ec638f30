import { earlyRequestsIn } from './early-requests.ts';
import { editCalendar, isEdit, keepBin } from './edit-calendar.ts';
import { aLife } from './life.ts';
import type { Step } from './steps.ts';
import { aCalendarWorld, type WorldGiven } from './world.ts';

export interface SequenceGiven extends WorldGiven {
  readonly steps: readonly Step[];
}

export interface SequenceReport {
  readonly violations: readonly string[];
  readonly comparisons: number;
  readonly occurrences: number;
  readonly passes: number;
}

/** One life of a connected calendar; whenever it is quiet, and at the end, both sides are compared. */
export async function runSequence({ steps, ...given }: SequenceGiven): Promise<SequenceReport> {
  const world = await aCalendarWorld(given);
  keepBin(world.calendar);
  const life = aLife(world);
  try {
    for (const step of [...steps, QUIET]) {
      if (isEdit(step.name)) editCalendar(world.calendar, step, world.clock.now());
      else await life.happen(step);
    }
  } catch (error) {
    life.violations.push(`it broke off: ${error instanceof Error ? error.stack : error}`);
  }
  const violations = [...life.violations, ...earlyRequestsIn(world.provider, life.consents)];
  return { violations: [...new Set(violations)], ...life.figures };
}

const QUIET: Step = { name: 'quiet', lots: [] };
