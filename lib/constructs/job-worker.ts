import { Construct } from 'constructs';
import { ENV, type QUEUES, type TableIndex } from '../../shared/foundation/infrastructure-names.ts';
import type { AppContext } from '../app-context.ts';
import type { StageConfig } from '../config.ts';
import type { MainTable } from './main-table.ts';
import { NodeFunction } from './node-function.ts';
import type { EventPattern, ServiceBus } from './service-bus.ts';
import { WorkQueue } from './work-queue.ts';

export interface JobWorkerProps {
  readonly context: AppContext;
  readonly table: MainTable;
  readonly bus: ServiceBus;
  /** The folder under functions/workers. */
  readonly name: string;
  readonly queueName: (typeof QUEUES)[keyof typeof QUEUES];
  readonly description: string;
  /** Job types; `job.workspace_*` stands for all types with that prefix. */
  readonly jobs: readonly EventPattern[];
  /** The indexes that its steps query. */
  readonly indexes: readonly TableIndex[];
  /** By default 90. */
  readonly timeoutSeconds?: number;
  /** By default that of `jobs`. */
  readonly concurrency?: keyof StageConfig['concurrency'];
  /** By default 512, for a page of a hundred meetings with their bots. */
  readonly memoryMb?: number;
  /** What messages in the dead-letter queue mean, in the description of `alarmWhenJobsFail`. */
  readonly failureMeans: string;
}

// No step is started in the last 45 seconds, so a job occupies an invocation for as long, and is then queued behind the
// others: a long job delays no other workspace's for longer.
const TIMEOUT_SECONDS = 90;

/**
 * A worker for long jobs, which it does in steps, and its queue. Where the stage has a maximum concurrency, it bounds what
 * all jobs together write; the sweeper starts unfinished jobs again.
 */
export class JobWorker extends Construct {
  readonly queue: WorkQueue;
  readonly fn: NodeFunction;
  readonly name: string;
  readonly failureMeans: string;

  constructor(scope: Construct, id: string, props: JobWorkerProps) {
    super(scope, id);
    const { context, table, bus, name, queueName, description } = props;
    const { timeoutSeconds = TIMEOUT_SECONDS, concurrency = 'jobs' } = props;
    this.name = name;
    this.failureMeans = props.failureMeans;
    this.queue = new WorkQueue(this, 'Jobs', {
      context,
      name: queueName,
      envName: ENV.jobQueueUrl,
      consumerTimeoutSeconds: timeoutSeconds,
    });
    this.fn = new NodeFunction(this, 'Function', {
      context,
      entry: `workers/${name}`,
      description,
      timeoutSeconds,
      memoryMb: props.memoryMb ?? 512,
    });
    table.grantReadWrite(this.fn, ...props.indexes);
    this.queue.grantSend(this.fn);
    // One job an invocation: a long one delays no other of its batch.
    this.queue.addConsumer(this.fn, { maxConcurrency: context.config.concurrency[concurrency], batchSize: 1 });
    bus.toQueue(id, props.jobs, this.queue);
  }
}
