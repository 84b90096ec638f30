import { POLL_SLOTS, pollSlotAt } from '#shared/calendars/sync/rules/poll-slots';
import { calendarIdOf } from '#shared/foundation/core/ids';
import { type Instant, later, MINUTE_MS } from '#shared/foundation/core/time';
import { traceOf } from '#shared/foundation/platform/queue-batch';
import { NOTHING_SENT, type SweepResult } from './context.ts';
import type { SendContext } from './send-due-row.ts';

/**
 * The slots of the minutes since the last sweep of this execution environment, at most all of them: sweeps are a minute
 * apart, give or take some seconds, and may leave one out. A new environment begins with the minute before. A calendar
 * that is sent twice is polled once.
 */
export function slotsSince(): (now: Instant) => readonly number[] {
  let last: number | undefined;
  return (now) => {
    const minute = Math.floor(now / MINUTE_MS);
    const begin = Math.max(last === undefined ? minute - 1 : last + 1, minute - POLL_SLOTS + 1);
    last = minute;
    return Array.from({ length: Math.max(0, minute - begin + 1) }, (_, nth) =>
      pollSlotAt(later(0 as Instant, (begin + nth) * MINUTE_MS)),
    );
  };
}

/** Adds all calendars of a slot to the polls of the sweep. */
export async function sweepSlot({ due, polls, log }: SendContext, slot: number): Promise<SweepResult> {
  let sent = 0;
  let after: string | undefined;
  try {
    do {
      const page = await due.polls(slot, after);
      for (const { pk } of page.entries) {
        const calendarId = calendarIdOf(pk);
        if (!calendarId) continue;
        polls.add(calendarId);
        sent += 1;
      }
      after = page.next;
    } while (after !== undefined);
    return { ...NOTHING_SENT, sent };
  } catch (error) {
    log({ worker: 'sweeper', slot, ...traceOf(error) }, 'ERROR');
    return { ...NOTHING_SENT, sent, failed: 1 };
  }
}
