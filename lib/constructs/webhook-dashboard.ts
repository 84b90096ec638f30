import { Duration } from 'aws-cdk-lib';
import {
  Dashboard,
  GraphWidget,
  type IMetric,
  LogQueryVisualizationType,
  LogQueryWidget,
  MathExpression,
  Metric,
  TextWidget,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import { resourceName } from '../app-context.ts';
import type { StageConfig } from '../config.ts';
import type { WebhookPipeline } from './webhook-pipeline.ts';
import type { WorkQueue } from './work-queue.ts';

interface WebhookDashboardProps {
  readonly config: StageConfig;
  readonly webhooks: WebhookPipeline;
}

const PERIOD = { period: Duration.minutes(1) };

const QUESTION = `# Is anybody not getting their events?

1. **Everybody?** *How late* below climbs, or *Not made by us* is above nought: it is us. See the alarms, then the runbook.
2. **Somebody?** *Endpoints that do not take them* lists the worst of the time chosen above. One with hundreds of failures and nothing acknowledged is down; what its owner sees is \`GET /webhook_events?webhook_endpoint_id=…\`.
3. **Lost for good?** *Given up* lists whose 21 attempts are over. Their owner asks for all of them at once with \`POST /webhook_endpoints/{id}/redeliver\`.

Nothing listed and nothing late: everybody gets their events.`;

/** By endpoint: what is asked of the log when somebody looks costs nothing while nobody does. */
const WORST_ENDPOINTS = [
  'fields @timestamp',
  'filter worker = "webhook-delivery" and ispresent(result)',
  'stats count(*) as failures, count_distinct(deliveryId) as events, latest(result) as newest, max(durationMs) as longestMs, max(@timestamp) as at by endpointId, workspaceId',
  'sort failures desc',
  'limit 25',
];

const GIVEN_UP = [
  'fields @timestamp',
  'filter worker = "webhook-delivery" and deliveryStatus = "failed" and attempt >= 21',
  'stats count(*) as events, latest(result) as newest, max(@timestamp) as at by endpointId, workspaceId',
  'sort events desc',
  'limit 25',
];

/** One page that answers whether anybody is not getting their events, and who. */
export class WebhookDashboard extends Dashboard {
  constructor(scope: Construct, id: string, { config, webhooks }: WebhookDashboardProps) {
    super(scope, id, { dashboardName: resourceName(config, 'webhooks'), defaultInterval: Duration.hours(3) });
    const { metric, sum } = metricsOf(config);
    this.addWidgets(new TextWidget({ markdown: QUESTION, width: 24, height: 6 }));
    this.addWidgets(
      graph('How late: from the change to the first attempt (ms)', [
        metric('FirstAttemptAfter', 'p50'),
        metric('FirstAttemptAfter', 'p95'),
        metric('FirstAttemptAfter', 'p99'),
      ]),
      graph('How late: the oldest that is overdue, and the oldest message (s)', [
        metric('OldestOverdueSeconds', 'Maximum'),
        ...[webhooks.first, webhooks.retry, webhooks.slow].map(oldest),
      ]),
    );
    this.addWidgets(
      graph('Events delivered, to be tried again, given up', [sum('Delivered'), sum('Retrying'), sum('Failed')]),
      graph('Attempts: what they came to', [
        sum('AttemptsAcknowledged'),
        sum('AttemptsRefused'),
        sum('AttemptsTimedOut'),
        sum('AttemptsUnreachable'),
        sum('AttemptsNotMade', 'Not made by us'),
      ]),
    );
    this.addWidgets(
      this.listed('Endpoints that do not take them', WORST_ENDPOINTS, webhooks),
      this.listed('Given up', GIVEN_UP, webhooks),
    );
    this.addWidgets(graph('Messages for one attempt (1.5 at most, over hours)', [wakeUpsPerAttempt(sum)]));
  }

  private listed(title: string, queryLines: string[], { deliveryFn }: WebhookPipeline): LogQueryWidget {
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
}

/** Written by the delivery function and the sweeper into their log lines, for the stage as a whole. */
const metricsOf = ({ stage }: StageConfig) => {
  const metric = (metricName: string, statistic: string, label = `${metricName} ${statistic}`): Metric =>
    new Metric({ namespace: 'Rapporteur', metricName, dimensionsMap: { stage }, statistic, label, ...PERIOD });
  return { metric, sum: (name: string, label = name) => metric(name, 'Sum', label) };
};

const wakeUpsPerAttempt = (sum: (name: string) => IMetric): IMetric =>
  new MathExpression({
    expression: 'wakeUps / attempts',
    usingMetrics: { wakeUps: sum('WakeUps'), attempts: sum('Attempts') },
    label: 'Messages for one attempt',
    period: Duration.minutes(15),
  });

const graph = (title: string, left: IMetric[]): GraphWidget => new GraphWidget({ title, left, width: 12 });

const oldest = ({ queue }: WorkQueue): IMetric => queue.metricApproximateAgeOfOldestMessage(PERIOD);
