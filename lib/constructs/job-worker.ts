import { Duration } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import type { AppContext } from '../surroundings.ts';
import { DeadLetters } from './dead-letters.ts';
import type { MainTable, TableIndex } from './main-table.ts';
import { NodeFunction } from './node-function.ts';
import type { ServiceBus } from './service-bus.ts';

export interface JobWorkerProps {
  readonly appContext: AppContext;
  readonly table: MainTable;
  readonly bus: ServiceBus;
  /** Folder under functions/workers, and what its dead letters are called. */
  readonly name: string;
  readonly describedAs: string;
  /** Types of job, as a rule of the bus takes them. */
  readonly jobs: readonly string[];
  /** Lists that its steps walk. */
  readonly indexes: readonly TableIndex[];
  /** What a person should know when a job was given up for now. */
  readonly failureMeans: string;
}

/** Works on long jobs in steps. The bus calls it, and it stops in time: what is left over the sweeper starts again. */
export class JobWorker extends Construct {
  readonly fn: NodeFunction;

  constructor(scope: Construct, id: string, props: JobWorkerProps) {
    super(scope, id);
    const { appContext, table, bus, name, describedAs, failureMeans } = props;
    this.fn = new NodeFunction(this, 'Function', {
      appContext,
      entry: `workers/${name}`,
      describedAs,
      // Several minutes of steps; none is begun in the last 45 seconds.
      timeoutSeconds: 300,
      // A page of a hundred meetings with their bots.
      memoryMb: 512,
      asynchronous: {
        retries: 2,
        maxAge: Duration.hours(6),
        failures: new DeadLetters(this, 'DeadLetters', { appContext, of: name, failureMeans }),
      },
    });
    table.grantReadWrite(this.fn, ...props.indexes);
    bus.toFunction(id, props.jobs, this.fn);
  }
}
