import type { Rest } from '#shared/core/rest';
import { writeLog } from '#shared/platform/log';
import { realRest } from '#shared/platform/system-clock';
import { redeliveryAskings } from '#shared/webhooks/delivery/redelivery-askings';
import { deliveryStore } from '#shared/webhooks/delivery/store';
import { webhookEndpointStore } from '#shared/webhooks/endpoints/store';
import { jobWorker } from '#shared/wiring/job-worker';
import { worker } from '#shared/wiring/worker';
import type { Workshop } from '#shared/wiring/workshop';
import { askStep } from './ask-step.ts';

interface Players {
  readonly rest: Rest;
  readonly note: typeof writeLog;
}

export function bulkRedelivery(around: Workshop, { rest, note }: Players) {
  const { table } = around;
  const step = askStep({
    ...around,
    endpoints: webhookEndpointStore(table),
    deliveries: deliveryStore(table),
    askings: redeliveryAskings(table),
    rest,
  });
  return jobWorker(around, {
    steps: { 'job.bulk_redelivery': step },
    note: (entry) => note({ worker: 'bulk-redelivery', ...entry }),
  });
}

export const handler = worker((around) => bulkRedelivery(around, { rest: realRest, note: writeLog }));
