import { Duration } from 'aws-cdk-lib';
import { EventSourceMapping, FilterCriteria, FilterRule, StartingPosition } from 'aws-cdk-lib/aws-lambda';
import { SqsDlq } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Construct } from 'constructs';
import type { AppContext } from '../surroundings.ts';
import { DeadLetters } from './dead-letters.ts';
import { FailureAlarm } from './failure-alarm.ts';
import type { MainTable } from './main-table.ts';
import { NodeFunction } from './node-function.ts';
import type { ServiceBus } from './service-bus.ts';

interface OutboxRelayProps {
  readonly appContext: AppContext;
  readonly table: MainTable;
  readonly bus: ServiceBus;
}

/** Follows the table's stream and publishes each new outbox row by its keys. */
export class OutboxRelay extends Construct {
  readonly fn: NodeFunction;

  constructor(scope: Construct, id: string, { appContext, table, bus }: OutboxRelayProps) {
    super(scope, id);
    this.fn = new NodeFunction(this, 'Function', {
      appContext,
      entry: 'workers/outbox-relay',
      describedAs: 'Publishes new outbox rows on the bus',
      // A batch is ten calls of PutEvents at most, each tried again a few times.
      timeoutSeconds: 30,
      // Waits for the network only.
      memoryMb: 256,
    });
    bus.grantPublish(this.fn);
    this.follow(appContext, table);
    this.alarmWhenBehind(appContext);
  }

  private follow(appContext: AppContext, table: MainTable): void {
    const { queue } = new DeadLetters(this, 'DeadLetters', {
      appContext,
      of: 'outbox-relay',
      failureMeans:
        'Events could not be published: webhooks are late by two minutes or more. The sweeper publishes them from their rows; see what the relay logs.',
    });
    new EventSourceMapping(this, 'Stream', {
      target: this.fn,
      eventSourceArn: table.grantStream(this.fn),
      startingPosition: StartingPosition.TRIM_HORIZON,
      batchSize: 100,
      // Rows of one item alone are ordered, and nothing depends on more.
      parallelizationFactor: 4,
      filters: [
        FilterCriteria.filter({
          eventName: FilterRule.isEqual('INSERT'),
          dynamodb: { Keys: { sk: { S: FilterRule.beginsWith('EVENT#') } } },
        }),
      ],
      bisectBatchOnError: true,
      retryAttempts: 10,
      // A poisoned record blocks its shard no longer than this, well before the stream forgets at 24 hours.
      maxRecordAge: Duration.hours(6),
      onFailure: new SqsDlq(queue),
    });
  }

  private alarmWhenBehind(appContext: AppContext): void {
    new FailureAlarm(this, 'Behind', {
      appContext,
      metric: this.fn.metric('IteratorAge', { statistic: 'Maximum', period: Duration.minutes(1) }),
      threshold: Duration.minutes(5).toMilliseconds(),
      periods: 3,
      failureMeans:
        'The stream is read more than five minutes late: webhooks arrive late, none is lost. See what the relay logs.',
    });
  }
}
