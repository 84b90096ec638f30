import { Duration } from 'aws-cdk-lib';
import { EventBus, Match, Rule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction, SqsQueue } from 'aws-cdk-lib/aws-events-targets';
import { Construct } from 'constructs';
import { ENV } from '../../shared/env-names.ts';
import { type AppContext, named } from '../surroundings.ts';
import { DeadLetters } from './dead-letters.ts';
import type { NodeFunction } from './node-function.ts';
import type { WorkQueue } from './work-queue.ts';

/** Detail types: `meeting.created` is that type alone, `meeting.*` all that begin so. */
type EventTypes = readonly string[];

/** Carries what happened, ids and type alone, from the outbox to whoever works on it. */
export class ServiceBus extends Construct {
  readonly bus: EventBus;
  private readonly deadLetters: DeadLetters;

  constructor(scope: Construct, id: string, appContext: AppContext) {
    super(scope, id);
    this.bus = new EventBus(this, 'Bus', { eventBusName: named(appContext.config, 'bus') });
    this.deadLetters = new DeadLetters(this, 'DeadLetters', {
      appContext,
      of: 'bus',
      failureMeans:
        'Events did not reach their worker within a day: webhooks, bots or recordings are late until the sweeper finds them. Check the queue policies, then redrive.',
    });
  }

  grantPublish(fn: NodeFunction): void {
    fn.addEnvironment(ENV.busName, this.bus.eventBusName);
    fn.may(['events:PutEvents'], [this.bus.eventBusArn]);
  }

  toQueue(id: string, types: EventTypes, { queue }: WorkQueue): void {
    this.rule(id, types).addTarget(new SqsQueue(queue, this.safety()));
  }

  toFunction(id: string, types: EventTypes, fn: NodeFunction): void {
    this.rule(id, types).addTarget(new LambdaFunction(fn, this.safety()));
  }

  private rule(id: string, types: EventTypes): Rule {
    const detailType = Match.anyOf(
      ...types.map((type) => (type.endsWith('*') ? Match.prefix(type.slice(0, -1)) : Match.exactString(type))),
    );
    return new Rule(this, id, { eventBus: this.bus, eventPattern: { source: ['rapporteur'], detailType } });
  }

  /** Said aloud though it is the default, so that a move to another kind of bus cannot shorten it. */
  private safety() {
    return { deadLetterQueue: this.deadLetters.queue, retryAttempts: 185, maxEventAge: Duration.hours(24) };
  }
}
