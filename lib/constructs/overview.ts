import { Duration } from 'aws-cdk-lib';
import { Dashboard, GraphWidget, type IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import type { StageConfig } from '../config.ts';
import { named } from '../surroundings.ts';
import type { BotLine } from './bot-line.ts';
import type { CalendarLine } from './calendar-line.ts';
import type { Gateway } from './gateway.ts';
import type { NodeFunction } from './node-function.ts';
import type { Sweeper } from './sweeper.ts';
import type { WebhookChannel } from './webhook-channel.ts';
import type { WorkQueue } from './work-queue.ts';

interface OverviewProps {
  readonly config: StageConfig;
  readonly gateway: Gateway;
  readonly webhooks: WebhookChannel;
  readonly bots: BotLine;
  readonly calendars: CalendarLine;
  /** Whatever the bus calls. */
  readonly workers: readonly { readonly fn: NodeFunction }[];
  readonly sweeper: Sweeper;
}

const MINUTE = { period: Duration.minutes(1) };

/** One page on which a person sees whether partners are served: the API, the webhooks, the bots. */
export class Overview extends Dashboard {
  constructor(
    scope: Construct,
    id: string,
    { config, gateway, webhooks, bots, calendars, workers, sweeper }: OverviewProps,
  ) {
    super(scope, id, { dashboardName: named(config, 'overview'), defaultInterval: Duration.hours(3) });
    const { api } = gateway;
    this.addWidgets(
      graph('Requests, and what failed', [
        api.metricCount(MINUTE),
        api.metricClientError(MINUTE),
        api.metricServerError(MINUTE),
      ]),
      graph('Time to answer (ms)', [
        api.metricLatency({ ...MINUTE, statistic: 'p50' }),
        api.metricLatency({ ...MINUTE, statistic: 'p99' }),
      ]),
    );
    const queues = [webhooks.fanout, webhooks.first, webhooks.retry, webhooks.slow, bots.queue, calendars.queue];
    this.addWidgets(graph('Waiting messages', queues.map(waiting)), graph('Oldest message (s)', queues.map(oldest)));
    this.addWidgets(
      graph('Given up, by queue', queues.map(givenUp)),
      graph('Failed runs', failures(webhooks, bots, calendars, ...workers, sweeper)),
    );
  }
}

const graph = (title: string, left: IMetric[]): GraphWidget => new GraphWidget({ title, left, width: 12 });

const waiting = ({ queue }: WorkQueue): IMetric => queue.metricApproximateNumberOfMessagesVisible(MINUTE);
const oldest = ({ queue }: WorkQueue): IMetric => queue.metricApproximateAgeOfOldestMessage(MINUTE);
const givenUp = ({ deadLetters }: WorkQueue): IMetric => deadLetters.metricApproximateNumberOfMessagesVisible(MINUTE);

const failures = (webhooks: WebhookChannel, ...others: readonly { readonly fn: NodeFunction }[]): IMetric[] =>
  [webhooks.fanoutFn, webhooks.deliveryFn, ...others.map(({ fn }) => fn)].map((fn) => fn.metricErrors(MINUTE));
