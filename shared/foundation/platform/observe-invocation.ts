import { withMetrics, type writeLog } from '#shared/foundation/platform/log';

/** What an invocation sees of its process. */
export interface Surroundings {
  /** A dimension of the metrics: stages may share an account. */
  readonly stage: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Milliseconds from the start of the process until its modules were loaded. */
  readonly initMs: number;
  /** The most memory that the process has had, in kilobytes. */
  readonly peakMemoryKb: () => number;
  /** Of the function, in megabytes. */
  readonly memoryMb: number;
  readonly log: typeof writeLog;
}

/**
 * A message that is received this long after it was sent is late: a delay is a quarter of an hour at most, and a message
 * is received when it ends.
 */
const LATE_SECONDS = 20 * 60;

/** At most one report a minute from one process. */
const REPORT_INTERVAL_MS = 60_000;

/**
 * Called at the begin of each invocation with its event: reports the cold start and the memory of the process, and
 * messages of a queue that waited for long. docs/decisions/alarms.md says what this costs instead of Lambda's own lines.
 */
export function invocationObserver(surroundings: Surroundings): (event: unknown) => void {
  const { now, initMs, peakMemoryKb, memoryMb, log } = surroundings;
  let reportedAt: number | undefined;
  const reportProcess = (): void => {
    const at = now();
    if (reportedAt !== undefined && at - reportedAt < REPORT_INTERVAL_MS) return;
    const coldStart = reportedAt === undefined ? { initMs: Math.round(initMs) } : {};
    log({ report: 'process', ...coldStart, peakMemoryMb: Math.round(peakMemoryKb() / 1_024), memoryMb });
    reportedAt = at;
  };
  return (event) => {
    reportProcess();
    reportLateMessages(surroundings, event);
  };
}

/** A metric is paid for by the hour in which it has a value, so it has none while no message is late. */
function reportLateMessages({ stage, now, log }: Surroundings, event: unknown): void {
  const at = now();
  const oldestSeconds = Math.max(0, ...sentTimesIn(event).map((sentAt) => Math.round((at - sentAt) / 1_000)));
  if (oldestSeconds < LATE_SECONDS) return;
  const metrics = { LateMessageSeconds: { unit: 'Seconds', value: oldestSeconds } } as const;
  log({ report: 'late messages', ...withMetrics({ stage, at, metrics }) }, 'WARN');
}

/** When the messages of an event of SQS were sent; none for any other event. Without a schema, which the relay has no use for. */
function sentTimesIn(event: unknown): readonly number[] {
  const { Records } = Object(event);
  if (!Array.isArray(Records)) return [];
  return Records.map((record) => Number(record?.attributes?.SentTimestamp)).filter((sentAt) => sentAt > 0);
}
