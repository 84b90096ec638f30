import { Construct } from 'constructs';
import { ENV } from '../../shared/env-names.ts';
import type { AppContext } from '../surroundings.ts';
import type { MainTable } from './main-table.ts';
import { NodeFunction } from './node-function.ts';
import type { SecretsKey } from './secrets-key.ts';
import type { ServiceBus } from './service-bus.ts';
import { WorkQueue } from './work-queue.ts';

interface CalendarLineProps {
  readonly appContext: AppContext;
  readonly table: MainTable;
  readonly secrets: SecretsKey;
  readonly bus: ServiceBus;
}

// Less than a claim lasts (LEASE_MS): a pass that is cut off is not begun anew while it may still go on. What a calendar
// of thousands of events has left then, the next invocation goes on with.
const TIMEOUT_SECONDS = 120;

/** Keeps connected calendars in step, and gives back what providers granted once they are disconnected. */
export class CalendarLine extends Construct {
  readonly queue: WorkQueue;
  readonly fn: NodeFunction;

  constructor(scope: Construct, id: string, { appContext, table, secrets, bus }: CalendarLineProps) {
    super(scope, id);
    this.queue = new WorkQueue(this, 'Calendars', {
      appContext,
      name: 'calendars',
      envName: ENV.calendarQueueUrl,
      consumerTimeoutSeconds: TIMEOUT_SECONDS,
      failureMeans:
        'Connected calendars are not kept in step, for a fault of ours: bots miss meetings that were made or moved since, or come to cancelled ones. Each message names a connection; see what calendar-sync logs of it, mend it, then redrive.',
    });
    this.fn = new NodeFunction(this, 'Function', {
      appContext,
      entry: 'workers/calendar-sync',
      describedAs: 'Keeps connected calendars in step',
      timeoutSeconds: TIMEOUT_SECONDS,
      // One whole core: a first pass of thousands of occurrences is bounded by what the processor does, and memory by ten
      // calendars side by side, a page of up to 500 events of each.
      memoryMb: 1769,
    });
    // Whether anybody else holds a grant of the same account is asked of `list`.
    table.grantReadWrite(this.fn, 'list');
    secrets.grantSealAndOpen(this.fn, 'calendar-grant');
    secrets.grantOpen(this.fn, 'provider-client');
    this.queue.grantSend(this.fn);
    this.queue.grantGiveUp(this.fn, ENV.calendarDeadLettersUrl);
    this.queue.feed(this.fn, { atOnce: appContext.config.concurrency.calendars });
    bus.toQueue('CalendarDue', ['calendar.due', 'job.connection_ending'], this.queue);
  }
}
