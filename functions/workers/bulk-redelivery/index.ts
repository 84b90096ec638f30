import type { CommandContext } from '#shared/commands/context';
import type { Sleep } from '#shared/core/sleep';
import { writeLog } from '#shared/platform/log';
import { realRest } from '#shared/platform/system-clock';
import { jobWorker } from '#shared/wiring/job-worker';
import { worker } from '#shared/wiring/worker';
import { redeliverStep } from './redeliver-step.ts';

interface Dependencies {
  readonly rest: Sleep;
  readonly note: typeof writeLog;
}

export const bulkRedelivery = (context: CommandContext, { rest, note }: Dependencies) =>
  jobWorker(context, {
    steps: { 'job.bulk_redelivery': redeliverStep({ ...context, rest }) },
    note: (entry) => note({ worker: 'bulk-redelivery', ...entry }),
  });

export const handler = worker((context) => bulkRedelivery(context, { rest: realRest, note: writeLog }));
