import { housekeeping } from '#functions/workers/housekeeping/index';
import { MINUTE_MS } from '#shared/foundation/core/time';
import type { writeLog } from '#shared/foundation/platform/log';
import type { World } from '#test/support/api';
import { housekeepingWorker } from '#test/support/housekeeping-worker';

/** Of due rows by their type, as the sweeper names them on the bus. */
const DUE = new Map([
  ['meeting_people', 'job.meeting_people_due'],
  ['person', 'job.person_due'],
  ['attendance_range', 'job.person_due'],
  ['company_people', 'job.company_due'],
]);

interface DueRow {
  readonly id: string;
  readonly type: string;
}

/** What the sweeper and the housekeeping worker do for people. */
export function peopleWorker(world: World, log: typeof writeLog = () => undefined) {
  const { context, clock, dynamo, files } = world;
  const work = housekeeping(context, { files, sealer: context.sealer, sleep: async () => undefined, log });
  const house = housekeepingWorker(world, { log });
  const invocation = { getRemainingTimeInMillis: () => 5 * MINUTE_MS };

  const due = (): readonly DueRow[] =>
    dynamo.items().flatMap(({ pk, type, due_at }) => {
      const name = DUE.get(type?.S ?? '');
      const isDue = due_at !== undefined && Number(due_at.N) <= clock.now();
      return name !== undefined && isDue ? [{ id: pk?.S ?? '', type: name }] : [];
    });

  const deliver = ({ id, type }: DueRow) => work({ 'detail-type': type, detail: { id } }, invocation);

  return {
    due,
    deliver,
    /** One minute of the sweeper, with the jobs that were written meanwhile. */
    async minute(): Promise<number> {
      const rows = due();
      for (const row of rows) await deliver(row);
      const jobs = await house.runOnce();
      clock.advance(MINUTE_MS);
      return rows.length + jobs;
    },
    /** Minutes until nothing is due and no job is left; answers how many rows and jobs there were. */
    async untilQuiet(): Promise<number> {
      let done = 0;
      for (let minutes = 0; minutes < 200; minutes += 1) {
        const now = await this.minute();
        done += now;
        if (now === 0 && due().length === 0) return done;
      }
      throw new Error('People are due for ever.');
    },
  };
}
