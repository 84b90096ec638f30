import { Construct } from 'constructs';
import { ENV, QUEUES } from '../../shared/foundation/infrastructure-names.ts';
import type { AppContext } from '../app-context.ts';
import type { FilesBucket } from './files-bucket.ts';
import type { MainTable } from './main-table.ts';
import { NodeFunction } from './node-function.ts';
import { alarmWhenBotsAreLate, alarmWhenRecordersFail } from './recorder-alarms.ts';
import type { SecretsKey } from './secrets-key.ts';
import type { ServiceBus } from './service-bus.ts';
import { WorkQueue } from './work-queue.ts';

interface BotDispatchProps {
  readonly context: AppContext;
  readonly table: MainTable;
  readonly files: FilesBucket;
  readonly secrets: SecretsKey;
  readonly bus: ServiceBus;
}

/**
 * Ten bots concurrently. A run for a bot begins requests to recorders for 25 seconds; one that creates a bot takes up to
 * 20, and so does the status check after it.
 */
const TIMEOUT_SECONDS = 75;

/** The queue and worker that send bots to their meetings and follow them until their call has ended. */
export class BotDispatch extends Construct {
  readonly queue: WorkQueue;
  readonly fn: NodeFunction;

  constructor(scope: Construct, id: string, { context, table, files, secrets, bus }: BotDispatchProps) {
    super(scope, id);
    this.queue = new WorkQueue(this, 'Bots', {
      context,
      name: QUEUES.bots,
      envName: ENV.botQueueUrl,
      consumerTimeoutSeconds: TIMEOUT_SECONDS,
      failureMeans:
        'Bots were not sent or not followed: meetings are not recorded. The sweeper tries again each time a bot is due. Read the log of bot-dispatch.',
    });
    this.fn = new NodeFunction(this, 'Function', {
      context,
      entry: 'workers/bot-dispatch',
      description: 'Sends bots to their meetings and follows them',
      timeoutSeconds: TIMEOUT_SECONDS,
      // The worker mostly waits for the network; the simulator's script has a few kilobytes.
      memoryMb: 512,
    });
    table.grantReadWrite(this.fn);
    secrets.grantOpen(this.fn, 'recorder-secrets');
    // The simulator stores the state of a bot as a file.
    files.grantReadWrite(this.fn, 'simulator');
    this.queue.grantSend(this.fn);
    this.queue.addConsumer(this.fn, { maxConcurrency: context.config.concurrency.bots });
    bus.toQueue('BotDue', ['bot.due'], this.queue);
    alarmWhenBotsAreLate(this, context);
    alarmWhenRecordersFail(this, context);
  }
}
