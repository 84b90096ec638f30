import { METRIC_NAMESPACE } from '#shared/foundation/infrastructure-names';

/** Writes one line of JSON to standard output. Callers name each field; whole events and errors are never logged. */
export function writeLog(entry: Readonly<Record<string, unknown>>, level: 'INFO' | 'WARN' | 'ERROR' = 'INFO'): void {
  process.stdout.write(`${JSON.stringify({ timestamp: new Date().toISOString(), level, ...entry })}\n`);
}

interface Metric {
  readonly unit: 'Count' | 'Seconds' | 'Milliseconds';
  /** A list has one value for each of up to a hundred measurements. */
  readonly value: number | readonly number[];
}

interface MetricLine {
  /** A dimension of every metric, since stages may share an account. */
  readonly stage: string;
  /** Further dimensions: the metrics have values for the stage, and for these. Few values, each is a metric that costs money. */
  readonly by?: Readonly<Record<string, string>>;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly metrics: Readonly<Record<string, Metric>>;
}

/** The fields of a log line from which CloudWatch extracts metrics (embedded metric format), without a request. */
export const withMetrics = ({ stage, by = {}, at, metrics }: MetricLine) => ({
  stage,
  ...by,
  ...Object.fromEntries(Object.entries(metrics).map(([name, { value }]) => [name, value])),
  _aws: {
    Timestamp: at,
    CloudWatchMetrics: [
      {
        Namespace: METRIC_NAMESPACE,
        Dimensions: [['stage'], ...(Object.keys(by).length > 0 ? [['stage', ...Object.keys(by)]] : [])],
        Metrics: Object.entries(metrics).map(([Name, { unit }]) => ({ Name, Unit: unit })),
      },
    ],
  },
});
