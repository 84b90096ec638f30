import { Construct } from 'constructs';
import type { AppContext } from '../app-context.ts';
import type { Gateway } from './gateway.ts';
import type { MainTable } from './main-table.ts';
import { NodeFunction } from './node-function.ts';
import type { SecretsKey } from './secrets-key.ts';
import type { WorkQueue } from './work-queue.ts';

interface RecorderNotificationsProps {
  readonly context: AppContext;
  readonly gateway: Gateway;
  readonly table: MainTable;
  readonly secrets: SecretsKey;
  /** The queue of the worker that follows bots. */
  readonly bots: WorkQueue;
  /** The queue of the worker that serves live transcripts. */
  readonly live: WorkQueue;
}

/** Receives webhooks of recorders: queues checks of their bots, and stores the lines of live transcripts. */
export class RecorderNotifications extends Construct {
  constructor(scope: Construct, id: string, props: RecorderNotificationsProps) {
    super(scope, id);
    const { context, gateway, table, secrets, bots, live } = props;
    const fn = new NodeFunction(this, 'Function', {
      context,
      entry: 'hooks/recorder-notifications',
      description: 'Receives webhooks of recorders: queues checks of bots, stores live lines',
      shiftsTraffic: true,
      // Three reads and a message take milliseconds; a cold start, and KMS out of reach, take seconds.
      timeoutSeconds: 20,
      memoryMb: 512,
    });
    // It keeps what is said in calls.
    table.grantReadWrite(fn);
    secrets.grantOpen(fn, 'recorder-secrets');
    secrets.grantOpen(fn, 'erasure-key');
    bots.grantSend(fn);
    live.grantSend(fn);
    gateway.page('/hooks/recorders', fn);
  }
}
