import { Duration, Stack } from 'aws-cdk-lib';
import { Dashboard, GraphWidget, type IMetric, MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import { resourceName } from '../app-context.ts';
import type { StageConfig } from '../config.ts';
import type { BotDispatch } from './bot-dispatch.ts';
import type { CalendarSync } from './calendar-sync.ts';
import { DeadLetterQueue } from './dead-letter-queue.ts';
import type { Gateway } from './gateway.ts';
import type { JobWorker } from './job-worker.ts';
import type { NodeFunction } from './node-function.ts';
import { addProcessWidgets } from './process-widgets.ts';
import { addRecorderWidgets } from './recorder-widgets.ts';
import type { RecordingProcessing } from './recording-processing.ts';
import type { Sweeper } from './sweeper.ts';
import type { WebhookPipeline } from './webhook-pipeline.ts';
import { addWebhookWidgets } from './webhook-widgets.ts';
import { WorkQueue } from './work-queue.ts';

interface OverviewDashboardProps {
  readonly config: StageConfig;
  readonly gateway: Gateway;
  readonly webhooks: WebhookPipeline;
  readonly bots: BotDispatch;
  readonly calendars: CalendarSync;
  readonly recordings: RecordingProcessing;
  readonly jobWorkers: readonly JobWorker[];
  readonly sweeper: Sweeper;
}

const MINUTE = { period: Duration.minutes(1) };

/** The one dashboard of a deployment: webhook delivery, recorders, the API, the queues, the workers and their processes. */
export class OverviewDashboard extends Dashboard {
  constructor(
    scope: Construct,
    id: string,
    { config, gateway, webhooks, bots, calendars, recordings, jobWorkers, sweeper }: OverviewDashboardProps,
  ) {
    super(scope, id, { dashboardName: resourceName(config, 'overview'), defaultInterval: Duration.hours(3) });
    addWebhookWidgets(this, { config, webhooks });
    addRecorderWidgets(this, { config, bots, recordings });
    const { api } = gateway;
    this.addWidgets(
      graph('Requests and errors', [
        api.metricCount(MINUTE),
        api.metricClientError(MINUTE),
        api.metricServerError(MINUTE),
      ]),
      graph('Latency (ms)', [
        api.metricLatency({ ...MINUTE, statistic: 'p50' }),
        api.metricLatency({ ...MINUTE, statistic: 'p99' }),
      ]),
    );
    const consumers = [bots, calendars, ...jobWorkers];
    const constructs = Stack.of(this).node.findAll();
    const queues = constructs.filter((construct) => construct instanceof WorkQueue);
    const deadLetterQueues = constructs.filter((construct) => construct instanceof DeadLetterQueue);
    this.addWidgets(graph('Waiting messages', queues.map(waiting)), graph('Oldest message (s)', queues.map(oldest)));
    this.addWidgets(
      graph('Dead letters by queue', deadLetterQueues.map(deadLetterCount)),
      graph('Failed invocations', failures(webhooks, ...consumers, sweeper)),
    );
    this.addWidgets(
      graph('Throttled invocations', [throttles(config)]),
      graph('Concurrent executions', [concurrency()]),
    );
    addProcessWidgets(this, config);
  }
}

const graph = (title: string, left: IMetric[]): GraphWidget => new GraphWidget({ title, left, width: 12 });

const waiting = ({ queue }: WorkQueue): IMetric => queue.metricApproximateNumberOfMessagesVisible(MINUTE);
const oldest = ({ queue }: WorkQueue): IMetric => queue.metricApproximateAgeOfOldestMessage(MINUTE);
const deadLetterCount = ({ queue }: DeadLetterQueue): IMetric => queue.metricApproximateNumberOfMessagesVisible(MINUTE);

/** Of each function of the stage that has any, those of the API's stack too, which comes later. */
const throttles = (config: StageConfig): IMetric => {
  const words = resourceName(config, '').replaceAll('-', ' ').trim();
  return new MathExpression({
    expression: `SEARCH('{AWS/Lambda,FunctionName} MetricName="Throttles" ${words}', 'Sum', 60)`,
    usingMetrics: {},
    label: '',
    ...MINUTE,
  });
};

/** Of the account and region, which the limit is of. */
const concurrency = (): IMetric =>
  new Metric({ namespace: 'AWS/Lambda', metricName: 'ConcurrentExecutions', statistic: 'Maximum', ...MINUTE });

const failures = (webhooks: WebhookPipeline, ...others: readonly { readonly fn: NodeFunction }[]): IMetric[] =>
  [webhooks.fanoutFn, webhooks.deliveryFn, ...others.map(({ fn }) => fn)].map((fn) => fn.metricErrors(MINUTE));
