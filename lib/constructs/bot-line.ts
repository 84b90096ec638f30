import { Construct } from 'constructs';
import { ENV } from '../../shared/env-names.ts';
import type { AppContext } from '../surroundings.ts';
import type { FilesBucket } from './files-bucket.ts';
import type { MainTable } from './main-table.ts';
import { NodeFunction } from './node-function.ts';
import type { ServiceBus } from './service-bus.ts';
import { WorkQueue } from './work-queue.ts';

interface BotLineProps {
  readonly appContext: AppContext;
  readonly table: MainTable;
  readonly files: FilesBucket;
  readonly bus: ServiceBus;
}

// A call to the recorder and two writes, for ten bots side by side.
const TIMEOUT_SECONDS = 30;

/** Sends bots to their meetings, looks after those in a call, and notices when one is done. */
export class BotLine extends Construct {
  readonly queue: WorkQueue;
  readonly fn: NodeFunction;

  constructor(scope: Construct, id: string, { appContext, table, files, bus }: BotLineProps) {
    super(scope, id);
    this.queue = new WorkQueue(this, 'Bots', {
      appContext,
      name: 'bots',
      envName: ENV.botQueueUrl,
      consumerTimeoutSeconds: TIMEOUT_SECONDS,
      failureMeans:
        'Bots were not sent or not looked after: meetings go unrecorded. The sweeper tries again each time they are due; see what the dispatch logs.',
    });
    this.fn = new NodeFunction(this, 'Function', {
      appContext,
      entry: 'workers/bot-dispatch',
      describedAs: 'Sends bots to their meetings and looks after them',
      timeoutSeconds: TIMEOUT_SECONDS,
      // Waits for the network; the simulator's script is a few kilobytes.
      memoryMb: 512,
    });
    table.grantReadWrite(this.fn);
    // The simulator keeps what it knows of a bot as a file.
    files.grantReadWrite(this.fn);
    this.queue.grantSend(this.fn);
    this.queue.feed(this.fn, { atOnce: appContext.config.concurrency.bots });
    bus.toQueue('BotDue', ['bot.due'], this.queue);
  }
}
