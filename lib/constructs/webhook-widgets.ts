import { Duration } from 'aws-cdk-lib';
import {
  type Dashboard,
  GraphWidget,
  type IMetric,
  LogQueryVisualizationType,
  LogQueryWidget,
  MathExpression,
  Metric,
  TextWidget,
} from 'aws-cdk-lib/aws-cloudwatch';
import { METRIC_NAMESPACE } from '../../shared/foundation/infrastructure-names.ts';
import type { StageConfig } from '../config.ts';
import type { WebhookPipeline } from './webhook-pipeline.ts';
import type { WorkQueue } from './work-queue.ts';

interface WebhookWidgetsProps {
  readonly config: StageConfig;
  readonly webhooks: WebhookPipeline;
}

const PERIOD = { period: Duration.minutes(1) };

const INSTRUCTIONS = `# Are all events delivered?

1. **Is the service at fault?** *Latency* below rises, or *Not rendered or signed* is above zero. See the alarms, then the runbook.
2. **Is a receiver at fault?** *Failing endpoints* lists the endpoints with the most failures in the selected time. One with hundreds of failures and no success is down; its owner sees them with \`GET /webhook_events?webhook_endpoint_id=…\`.
3. **Have events failed for good?** *Failed events* lists endpoints with events whose 21 attempts have failed. Their owner requests all of them again with \`POST /webhook_endpoints/{id}/redeliver\`.

If nothing is listed and the latency is low, all events are delivered.`;

/** Log queries by endpoint: a metric for each endpoint would cost money, a query costs only when the dashboard is open. */
const WORST_ENDPOINTS = [
  'fields @timestamp',
  'filter worker = "webhook-delivery" and ispresent(result)',
  'stats count(*) as failures, count_distinct(deliveryId) as events, latest(result) as newest, max(durationMs) as longestMs, max(@timestamp) as at by endpointId, workspaceId',
  'sort failures desc',
  'limit 25',
];

const FAILED_EVENTS = [
  'fields @timestamp',
  'filter worker = "webhook-delivery" and deliveryStatus = "failed" and attempt >= 21',
  'stats count(*) as events, latest(result) as newest, max(@timestamp) as at by endpointId, workspaceId',
  'sort events desc',
  'limit 25',
];

/** Adds the part of the dashboard about webhook delivery: latency, outcomes, and the endpoints that fail. */
export function addWebhookWidgets(dashboard: Dashboard, { config, webhooks }: WebhookWidgetsProps): void {
  const { metric, sum } = metricsOf(config);
  dashboard.addWidgets(new TextWidget({ markdown: INSTRUCTIONS, width: 24, height: 6 }));
  dashboard.addWidgets(
    graph('Latency: from the change to the first attempt (ms)', [
      metric('FirstAttemptAfter', 'p50'),
      metric('FirstAttemptAfter', 'p95'),
      metric('FirstAttemptAfter', 'p99'),
    ]),
    graph('Latency: the oldest overdue row, and the oldest message (s)', [
      metric('OldestOverdueSeconds', 'Maximum'),
      ...[webhooks.first, webhooks.retry, webhooks.slow].map(oldest),
    ]),
  );
  dashboard.addWidgets(
    graph('Events: delivered, retrying, failed', [sum('Delivered'), sum('Retrying'), sum('Failed')]),
    graph('Attempts by outcome', [
      sum('AttemptsAcknowledged'),
      sum('AttemptsRefused'),
      sum('AttemptsTimedOut'),
      sum('AttemptsUnreachable'),
      sum('AttemptsNotMade', 'Not rendered or signed'),
    ]),
  );
  dashboard.addWidgets(
    logTable('Failing endpoints', WORST_ENDPOINTS, webhooks),
    logTable('Failed events', FAILED_EVENTS, webhooks),
  );
  dashboard.addWidgets(graph('Messages per attempt (at most 1.5, over hours)', [messagesPerAttempt(sum)]));
}

function logTable(title: string, queryLines: string[], { deliveryFn }: WebhookPipeline): LogQueryWidget {
  const logGroupNames = [deliveryFn.logGroup.logGroupName];
  return new LogQueryWidget({
    title,
    queryLines,
    logGroupNames,
    view: LogQueryVisualizationType.TABLE,
    width: 12,
    height: 8,
  });
}

/** The metrics that the delivery function and the sweeper write in their log lines, by stage. */
const metricsOf = ({ stage }: StageConfig) => {
  const metric = (metricName: string, statistic: string, label = `${metricName} ${statistic}`): Metric =>
    new Metric({ namespace: METRIC_NAMESPACE, metricName, dimensionsMap: { stage }, statistic, label, ...PERIOD });
  return { metric, sum: (name: string, label = name) => metric(name, 'Sum', label) };
};

const messagesPerAttempt = (sum: (name: string) => IMetric): IMetric =>
  new MathExpression({
    expression: 'wakeUps / attempts',
    usingMetrics: { wakeUps: sum('WakeUps'), attempts: sum('Attempts') },
    label: 'Messages per attempt',
    period: Duration.minutes(15),
  });

const graph = (title: string, left: IMetric[]): GraphWidget => new GraphWidget({ title, left, width: 12 });

const oldest = ({ queue }: WorkQueue): IMetric => queue.metricApproximateAgeOfOldestMessage(PERIOD);
