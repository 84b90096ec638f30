import { Construct } from 'constructs';
import { ENV, QUEUES } from '../../shared/foundation/infrastructure-names.ts';
import type { AppContext } from '../app-context.ts';
import type { MainTable } from './main-table.ts';
import { NodeFunction } from './node-function.ts';
import type { SecretsKey } from './secrets-key.ts';
import type { ServiceBus } from './service-bus.ts';
import { WorkQueue } from './work-queue.ts';

interface CalendarSyncProps {
  readonly context: AppContext;
  readonly table: MainTable;
  readonly secrets: SecretsKey;
  readonly bus: ServiceBus;
}

// Less than the lease of a sync run (CLAIM_MS), so that no second run starts while the first may still be running. The
// next invocation continues the import of a large calendar.
const TIMEOUT_SECONDS = 120;

/** The queue and worker that sync connected calendars, and revoke grants after a disconnection. */
export class CalendarSync extends Construct {
  readonly queue: WorkQueue;
  readonly fn: NodeFunction;

  constructor(scope: Construct, id: string, { context, table, secrets, bus }: CalendarSyncProps) {
    super(scope, id);
    this.queue = new WorkQueue(this, 'Calendars', {
      context,
      name: QUEUES.calendars,
      envName: ENV.calendarQueueUrl,
      consumerTimeoutSeconds: TIMEOUT_SECONDS,
      failureMeans:
        'Connected calendars, or single events of them, are not synced because of a defect: bots miss new or moved meetings, or join cancelled ones. Each message names a connection. Read the log of calendar-sync for it, fix the cause, then redrive.',
    });
    this.fn = new NodeFunction(this, 'Function', {
      context,
      entry: 'workers/calendar-sync',
      description: 'Syncs connected calendars',
      timeoutSeconds: TIMEOUT_SECONDS,
      // One whole core, since the first sync of a large calendar is bound by the processor; memory for a hundred polls
      // concurrently, or for a feed in its thread of 560 MB beside its 5,000 occurrences.
      memoryMb: 1769,
    });
    // `list` finds other connections of the same account, whose grant must not be revoked.
    table.grantReadWrite(this.fn, 'list');
    secrets.grantSealAndOpen(this.fn, 'calendar-grant');
    secrets.grantOpen(this.fn, 'calendar-feed');
    secrets.grantSealAndOpen(this.fn, 'calendar-access-key');
    secrets.grantSealAndOpen(this.fn, 'client-state-key');
    secrets.grantSealAndOpen(this.fn, 'erasure-key');
    secrets.grantOpen(this.fn, 'provider-client');
    this.queue.grantSend(this.fn);
    this.queue.grantSendToDeadLetters(this.fn, ENV.calendarDeadLettersUrl);
    // One sync run, or one batch of polls, for each invocation: no calendar takes the processor time of another.
    this.queue.addConsumer(this.fn, { maxConcurrency: context.config.concurrency.calendars, batchSize: 1 });
    bus.toQueue('CalendarDue', ['calendar.due', 'job.connection_ending'], this.queue);
  }
}
