import { Duration } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import type { TableIndex } from '../../shared/infrastructure-names.ts';
import type { AppContext } from '../app-context.ts';
import { DeadLetterQueue } from './dead-letter-queue.ts';
import type { MainTable } from './main-table.ts';
import { NodeFunction } from './node-function.ts';
import type { EventPattern, ServiceBus } from './service-bus.ts';

export interface JobWorkerProps {
  readonly context: AppContext;
  readonly table: MainTable;
  readonly bus: ServiceBus;
  /** The folder under functions/workers, and the name of its dead-letter queue. */
  readonly name: string;
  readonly description: string;
  /** Job types; `job.workspace_*` stands for all types with that prefix. */
  readonly jobs: readonly EventPattern[];
  /** The indexes that its steps query. */
  readonly indexes: readonly TableIndex[];
  /** The alarm description for failed invocations. */
  readonly failureMeans: string;
}

/** A worker for long jobs, which it does in steps. The bus invokes it; the sweeper starts unfinished jobs again. */
export class JobWorker extends Construct {
  readonly fn: NodeFunction;

  constructor(scope: Construct, id: string, props: JobWorkerProps) {
    super(scope, id);
    const { context, table, bus, name, description, failureMeans } = props;
    this.fn = new NodeFunction(this, 'Function', {
      context,
      entry: `workers/${name}`,
      description,
      // Several minutes of steps; none is started in the last 45 seconds.
      timeoutSeconds: 300,
      // For a page of a hundred meetings with their bots.
      memoryMb: 512,
      asynchronous: {
        retries: 2,
        maxAge: Duration.hours(6),
        failures: new DeadLetterQueue(this, 'DeadLetters', { context, of: name, failureMeans }),
      },
    });
    table.grantReadWrite(this.fn, ...props.indexes);
    bus.toFunction(id, props.jobs, this.fn);
  }
}
