import type { CalendarId } from '#shared/foundation/core/ids';
import type { KeyQueue } from '#shared/foundation/events/ports';
import type { writeLog } from '#shared/foundation/platform/log';
import { traceOf } from '#shared/foundation/platform/queue-batch';
import { NOTHING_SENT, type SweepResult } from './context.ts';

/** Calendars that one invocation of the worker polls concurrently, so that they share its waits for the provider. */
export interface CalendarPolls {
  readonly connectionIds: readonly CalendarId[];
}

/** The ids of a message take 3 KB of 256, and the pages of all calendars fit into the worker's memory. */
const MAX_POLLS = 100;

interface Dependencies {
  readonly calendars: KeyQueue<CalendarPolls>;
  readonly log: typeof writeLog;
}

export interface PollBatches {
  add(id: CalendarId): void;
  /** Sends what was added; counts failures alone. What cannot be sent stays due, and the next sweep finds it. */
  send(): Promise<SweepResult>;
}

/** Collects the due calendars of one sweep over all shards. */
export function pollBatches({ calendars, log }: Dependencies): PollBatches {
  const ids: CalendarId[] = [];
  return {
    add: (id) => void ids.push(id),
    async send() {
      if (ids.length === 0) return NOTHING_SENT;
      const messages = Array.from({ length: Math.ceil(ids.length / MAX_POLLS) }, (_, nth) => ({
        message: { connectionIds: ids.slice(nth * MAX_POLLS, (nth + 1) * MAX_POLLS) },
      }));
      try {
        await calendars.send(messages);
        return NOTHING_SENT;
      } catch (error) {
        log({ worker: 'sweeper', type: 'calendar_due', ...traceOf(error) }, 'ERROR');
        return { ...NOTHING_SENT, failed: ids.length };
      }
    },
  };
}
