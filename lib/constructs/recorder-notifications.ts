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
}

/** Receives webhooks of recorders, and wakes the bots that they are about. */
export class RecorderNotifications extends Construct {
  constructor(scope: Construct, id: string, { context, gateway, table, secrets, bots }: RecorderNotificationsProps) {
    super(scope, id);
    const fn = new NodeFunction(this, 'Function', {
      context,
      entry: 'hooks/recorder-notifications',
      description: 'Receives webhooks of recorders and wakes their bots',
      // Three reads and a message take milliseconds; a cold start, and KMS out of reach, take seconds.
      timeoutSeconds: 20,
      memoryMb: 512,
    });
    table.grantRead(fn);
    secrets.grantOpen(fn, 'recorder-secrets');
    bots.grantSend(fn);
    gateway.page('/hooks/recorders', fn);
  }
}
