interface Metric {
  readonly unit: 'Count' | 'Seconds' | 'Milliseconds';
  /** Several of one line, a hundred at most, are counted one by one. */
  readonly value: number | readonly number[];
}

interface Told {
  /** Stages may share an account, and its metrics. No other dimension: each value of one is a metric that is paid for. */
  readonly stage: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly metrics: Readonly<Record<string, Metric>>;
}

/** Fields of a log line out of which CloudWatch reads metrics (embedded metric format): no request, no cost by the row. */
export const withMetrics = ({ stage, at, metrics }: Told) => ({
  stage,
  ...Object.fromEntries(Object.entries(metrics).map(([name, { value }]) => [name, value])),
  _aws: {
    Timestamp: at,
    CloudWatchMetrics: [
      {
        Namespace: 'Rapporteur',
        Dimensions: [['stage']],
        Metrics: Object.entries(metrics).map(([Name, { unit }]) => ({ Name, Unit: unit })),
      },
    ],
  },
});
