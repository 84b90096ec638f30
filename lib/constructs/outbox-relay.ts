import { Duration } from 'aws-cdk-lib';
import { EventSourceMapping, FilterCriteria, FilterRule, StartingPosition } from 'aws-cdk-lib/aws-lambda';
import { SqsDlq } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Construct } from 'constructs';
import { OUTBOX_SORT_KEY_PREFIX } from '../../shared/foundation/infrastructure-names.ts';
import type { AppContext } from '../app-context.ts';
import { DeadLetterQueue } from './dead-letter-queue.ts';
import { FailureAlarm } from './failure-alarm.ts';
import type { MainTable } from './main-table.ts';
import { NodeFunction } from './node-function.ts';
import type { ServiceBus } from './service-bus.ts';

interface OutboxRelayProps {
  readonly context: AppContext;
  readonly table: MainTable;
  readonly bus: ServiceBus;
}

/** The function that reads the table's stream and publishes the key of each new outbox row on the bus. */
export class OutboxRelay extends Construct {
  readonly fn: NodeFunction;

  constructor(scope: Construct, id: string, { context, table, bus }: OutboxRelayProps) {
    super(scope, id);
    this.fn = new NodeFunction(this, 'Function', {
      context,
      entry: 'workers/outbox-relay',
      description: 'Publishes new outbox rows on the bus',
      // A batch takes at most ten PutEvents requests, each with a few retries.
      timeoutSeconds: 30,
      // The function only waits for the network.
      memoryMb: 256,
    });
    bus.grantPublish(this.fn);
    this.readStream(context, table);
    this.alarmWhenBehind(context);
  }

  private readStream(context: AppContext, table: MainTable): void {
    const { queue } = new DeadLetterQueue(this, 'DeadLetters', {
      context,
      of: 'outbox-relay',
      failureMeans:
        'Events could not be published: webhooks are late by a minute or more. The sweeper publishes them from their rows. Read the log of outbox-relay.',
    });
    new EventSourceMapping(this, 'Stream', {
      target: this.fn,
      eventSourceArn: table.grantStream(this.fn),
      startingPosition: StartingPosition.TRIM_HORIZON,
      batchSize: 100,
      // Only the records of one item stay ordered, which suffices.
      parallelizationFactor: 4,
      filters: [
        FilterCriteria.filter({
          eventName: FilterRule.isEqual('INSERT'),
          dynamodb: { Keys: { sk: { S: FilterRule.beginsWith(OUTBOX_SORT_KEY_PREFIX) } } },
        }),
      ],
      bisectBatchOnError: true,
      retryAttempts: 10,
      // A poison record blocks its shard no longer than this, well below the stream's retention of 24 hours.
      maxRecordAge: Duration.hours(6),
      onFailure: new SqsDlq(queue),
    });
  }

  private alarmWhenBehind(context: AppContext): void {
    new FailureAlarm(this, 'Behind', {
      context,
      metric: this.fn.metric('IteratorAge', { statistic: 'Maximum', period: Duration.minutes(1) }),
      threshold: Duration.minutes(5).toMilliseconds(),
      periods: 3,
      failureMeans:
        'The stream is read more than five minutes late: webhooks are late, none is lost. Read the log of outbox-relay.',
    });
  }
}
