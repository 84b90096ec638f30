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
import type { BotDispatch } from './bot-dispatch.ts';
import type { RecordingProcessing } from './recording-processing.ts';

interface RecorderWidgetsProps {
  readonly config: StageConfig;
  readonly bots: BotDispatch;
  readonly recordings: RecordingProcessing;
}

const PERIOD = Duration.minutes(15);

const INSTRUCTIONS = `# Are bots getting in?

1. **Which recorder, which platform?** *In the call three minutes after the start* has a line for each. All platforms of a recorder low: the recorder is at fault. One platform low at all recorders: the platform has changed.
2. **Do people let them in?** *Late* counts bots that were neither in the call nor in its lobby. Low above and nothing late: bots wait in the lobby, or were turned away.
3. **Do they bring words?** *Meetings with words, of those that should have them* has a line for each recorder, and counts every recording but those in which no one spoke. *Heard twice* is what the operator pays the speech service for transcripts that were doubted.
4. **What failed?** *Faults* and the table beside it name recorders that get no bot for a while, recorders that had a bot beside another, recordings that cannot be copied, recordings without a transcript, and recordings whose words are lost. See the runbook.`;

/** The lines that bot-dispatch and recording-processing write for the metric `RecorderFaults`. */
const FAULTS = [
  'fields @timestamp',
  'filter ispresent(fault)',
  'stats count(*) as times, max(@timestamp) as at by fault, recorder',
  'sort times desc',
  'limit 25',
];

/** Adds the part of the dashboard about recorders: how bots arrive, by recorder and platform, and what fails. */
export function addRecorderWidgets(dashboard: Dashboard, { config, bots, recordings }: RecorderWidgetsProps): void {
  const { arrivals, words, ofStage } = metricsOf(config);
  dashboard.addWidgets(new TextWidget({ markdown: INSTRUCTIONS, width: 24, height: 7 }));
  dashboard.addWidgets(
    graph('Meetings with words, of those that should have them (%)', [words]),
    graph('Heard twice', [ofStage('SecondsHeardTwice', 'Sum', 'Seconds')]),
  );
  dashboard.addWidgets(
    graph('In the call three minutes after the start (%)', [arrivals('Average', '100 * ')]),
    graph('Bots by recorder and platform', [arrivals('SampleCount')]),
  );
  dashboard.addWidgets(
    graph('Late', [ofStage('BotsLate', 'Sum', 'Late'), ofStage('BotsInTime', 'SampleCount', 'All')]),
    graph('Faults', [
      ofStage('RecorderFaults', 'Sum', 'Circuit open', { fault: 'circuit_open' }),
      ofStage('RecorderFaults', 'Sum', 'Doubled', { fault: 'doubled' }),
      ofStage('RecorderFaults', 'Sum', 'Copy', { fault: 'copy' }),
      ofStage('RecorderFaults', 'Sum', 'Speech', { fault: 'speech' }),
      ofStage('RecorderFaults', 'Sum', 'Lost', { fault: 'lost' }),
    ]),
  );
  dashboard.addWidgets(
    new LogQueryWidget({
      title: 'Faults by recorder',
      queryLines: FAULTS,
      logGroupNames: [bots.fn, recordings.fn].map(({ logGroup }) => logGroup.logGroupName),
      view: LogQueryVisualizationType.TABLE,
      width: 24,
      height: 6,
    }),
  );
}

const graph = (title: string, left: IMetric[]): GraphWidget => new GraphWidget({ title, left, width: 12 });

const metricsOf = ({ stage }: StageConfig) => ({
  /** By recorder and platform: recorders are configured without a deployment, so they are searched for. */
  arrivals: (statistic: string, factor = ''): IMetric =>
    new MathExpression({
      expression: `${factor}SEARCH('{${METRIC_NAMESPACE},platform,recorder,stage} MetricName="BotsInTime" stage="${stage}"', '${statistic}', ${PERIOD.toSeconds()})`,
      usingMetrics: {},
      label: '',
      period: PERIOD,
    }),
  /** By recorder, as they are searched for. */
  words: new MathExpression({
    expression: `100 * SEARCH('{${METRIC_NAMESPACE},recorder,stage} MetricName="MeetingsWithWords" stage="${stage}"', 'Average', ${PERIOD.toSeconds()})`,
    usingMetrics: {},
    label: '',
    period: PERIOD,
  }),
  ofStage: (metricName: string, statistic: string, label: string, by: Readonly<Record<string, string>> = {}): IMetric =>
    new Metric({
      namespace: METRIC_NAMESPACE,
      metricName,
      dimensionsMap: { stage, ...by },
      statistic,
      label,
      period: PERIOD,
    }),
});
