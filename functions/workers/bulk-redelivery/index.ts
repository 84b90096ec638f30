import type { CommandContext } from '#shared/commands/context';
import type { Sleep } from '#shared/core/sleep';
import { writeLog } from '#shared/platform/log';
import { realRest } from '#shared/platform/system-clock';
import { redeliveryAskings } from '#shared/webhooks/delivery/redelivery-askings';
import { deliveryStore } from '#shared/webhooks/delivery/store';
import { webhookEndpointStore } from '#shared/webhooks/endpoints/store';
import { jobWorker } from '#shared/wiring/job-worker';
import { worker } from '#shared/wiring/worker';
import { redeliverStep } from './redeliver-step.ts';

interface Players {
  readonly rest: Sleep;
  readonly note: typeof writeLog;
}

export function bulkRedelivery(context: CommandContext, { rest, note }: Players) {
  const { table } = context;
  const step = redeliverStep({
    ...context,
    endpoints: webhookEndpointStore(table),
    deliveries: deliveryStore(table),
    askings: redeliveryAskings(table),
    rest,
  });
  return jobWorker(context, {
    steps: { 'job.bulk_redelivery': step },
    note: (entry) => note({ worker: 'bulk-redelivery', ...entry }),
  });
}

export const handler = worker((context) => bulkRedelivery(context, { rest: realRest, note: writeLog }));
