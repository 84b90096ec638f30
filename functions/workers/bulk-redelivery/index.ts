import * as v from 'valibot';
import { withRetry } from '#shared/foundation/commands/command';
import type { CommandContext } from '#shared/foundation/commands/context';
import type { Sleep } from '#shared/foundation/core/clock';
import type { DeliveryId, OutboxId } from '#shared/foundation/core/ids';
import type { JsonObject } from '#shared/foundation/core/json';
import type { Table } from '#shared/foundation/core/table';
import { type Instant, SECOND_MS } from '#shared/foundation/core/time';
import { id, instant } from '#shared/foundation/dynamodb/row-parts';
import { unlessThere } from '#shared/foundation/dynamodb/rows';
import { type JobStep, jobWorker, type Progress } from '#shared/foundation/events/job-worker';
import { putJob } from '#shared/foundation/events/outbox';
import { queuedJobs } from '#shared/foundation/events/queued-jobs';
import { sqsClient } from '#shared/foundation/platform/aws-clients';
import { requiredEnv } from '#shared/foundation/platform/environment';
import { writeLog } from '#shared/foundation/platform/log';
import { sqsQueue, sqsVisibility } from '#shared/foundation/platform/sqs-queue';
import { sleep } from '#shared/foundation/platform/system-clock';
import { redeliveryIdFor } from '#shared/foundation/platform/type-ids';
import { bulkRedeliveryLease } from '#shared/webhooks/delivery/bulk-redelivery-store';
import type { ListedDelivery } from '#shared/webhooks/delivery/delivery-lists';
import { type RedeliveryContext, redeliverySlot } from '#shared/webhooks/delivery/redelivery-slot';
import { type BulkRedelivery, REDELIVERABLE } from '#shared/webhooks/delivery/rules/bulk-redelivery';
import { type Delivery, webhooksIn } from '#shared/webhooks/delivery/rules/delivery';
import { hasRoomToRedeliver } from '#shared/webhooks/delivery/rules/lease';
import { deliveries, deliveryStore } from '#shared/webhooks/delivery/store';
import { isOpen } from '#shared/webhooks/endpoints/rules/webhook-endpoint';
import { webhookEndpoints } from '#shared/webhooks/endpoints/store';
import { worker } from '#shared/wiring/worker';
import { skipWaitingStep } from './skip-waiting-step.ts';

type Context = RedeliveryContext & Pick<CommandContext, 'backoff'> & { readonly sleep: Sleep };

const Content: v.GenericSchema<unknown, BulkRedelivery> = v.object({
  bulkId: id('out'),
  workspaceId: id('wks'),
  endpointId: id('whe'),
  status: v.picklist(REDELIVERABLE),
  since: instant,
  upTo: id('evt'),
});

const Cursor = v.object({
  after: v.exactOptional(id('evt')),
  /** The next events that have waited for the slot of their founder, which has come. */
  counted: v.exactOptional(v.number()),
});

/** Deliveries that one step reads. */
const PAGE_SIZE = 100;
/**
 * 25 a second: ten thousand take seven minutes. A receiver that takes ten seconds for each request then occupies half of
 * the concurrency of the retry queue in production.
 */
const INTERVAL_MS = SECOND_MS / 25;

/**
 * Requests the redelivery of the next page of deliveries that still have the counted status. A repeated step uses the same
 * ids and so requests nothing twice. The job ends if its endpoint was disabled meanwhile. A page for which the workspaces
 * of its founder have no room waits for its slot, and occupies no worker meanwhile: however many jobs wait, each is looked
 * at once for a page.
 */
const redeliverStep =
  (context: Context): JobStep =>
  async ({ content, cursor }) => {
    const job = v.parse(Content, content);
    const progress = await redeliverPage(context, job, cursor);
    const lease = bulkRedeliveryLease(context.table, job.workspaceId);
    if (progress === 'done') await lease.release(job.bulkId);
    // A step that failed here would begin again and take a slot for its page once more. Where the progress cannot be saved
    // afterwards, it does: the founder's next events wait for so many that are not sent.
    else await withRetry(context, () => lease.renew(job.bulkId, progress.notBefore ?? context.clock.now()));
    return progress;
  };

async function redeliverPage(
  { sleep, ...context }: Context,
  { bulkId, upTo, ...span }: BulkRedelivery,
  cursor: JsonObject | undefined,
): Promise<Progress> {
  const { table, clock } = context;
  const startedAt = clock.now();
  const { after, counted } = v.parse(Cursor, cursor ?? {});
  const [endpoint, page] = await Promise.all([
    webhookEndpoints.find(table, span.endpointId),
    deliveryStore(table).keys({ ...span, until: upTo }, after, PAGE_SIZE),
  ]);
  if (!isOpen(endpoint?.state, span.workspaceId)) return 'done';
  const found = await stillRedeliverable(table, span, page.listed);
  if (counted === undefined) {
    const notBefore = await redeliverySlot(context)(span.workspaceId, webhooksIn(found));
    if (notBefore) return { cursor: { ...(after && { after }), counted: found.length }, notBefore };
  }
  const ids = found.slice(0, counted).map(({ id }) => id);
  await Promise.all(ids.map((one) => requestRedelivery(table, redeliveryIdFor(bulkId, one), one, startedAt)));
  const left = ids.length * INTERVAL_MS - (clock.now() - startedAt);
  if (left > 0) await sleep(left);
  // More were found than were counted: others failed since.
  const last = found.length > ids.length ? ids.at(-1) : page.next?.id;
  return last ? { cursor: { after: last } } : 'done';
}

/** The job that `POST /webhook_events/{id}/redeliver` writes, once for an id. Throws `Throttled`. */
async function requestRedelivery(table: Table, id: OutboxId, deliveryId: DeliveryId, at: Instant): Promise<void> {
  await table.write({ put: putJob(id, { type: 'job.redelivery', deliveryId }, at), when: unlessThere });
}

/** Excludes deliveries that were delivered since, have too many attempts, or were counted because the index lagged. */
async function stillRedeliverable(
  table: Table,
  { status }: Pick<BulkRedelivery, 'status'>,
  listed: readonly ListedDelivery[],
): Promise<readonly Delivery[]> {
  const rows = await Promise.all(listed.map((one) => deliveries.find(table, one.id)));
  return rows.flatMap((row) => (row?.state.status === status && hasRoomToRedeliver(row.state) ? [row.state] : []));
}

interface Dependencies {
  readonly sleep: Sleep;
  readonly log: typeof writeLog;
}

export const bulkRedelivery = (context: CommandContext, { sleep, log }: Dependencies) =>
  jobWorker(context, {
    steps: {
      'job.bulk_redelivery': redeliverStep({ ...context, sleep }),
      'job.endpoint_closing': skipWaitingStep({ ...context, sleep }),
    },
    worker: 'bulk-redelivery',
    log,
  });

export const handler = worker((context) =>
  queuedJobs(context, {
    work: bulkRedelivery(context, { sleep, log: writeLog }),
    queue: sqsQueue(sqsClient(), requiredEnv('jobQueueUrl')),
    visibility: sqsVisibility(sqsClient(), [requiredEnv('jobQueueUrl')]),
    worker: 'bulk-redelivery',
    log: writeLog,
  }),
);
