import type { FaultReports } from '#shared/capture/bots/ports';
import type { Clock } from '#shared/foundation/core/clock';
import { withMetrics, type writeLog } from '#shared/foundation/platform/log';

interface Needs {
  /** The function that reports. */
  readonly worker: string;
  readonly stage: string;
  readonly clock: Clock;
  readonly log: typeof writeLog;
}

/** Writes each fault as a log line with the metric `RecorderFaults`, for the stage and for the kind of fault. */
export const faultsInLog = ({ worker, stage, clock, log }: Needs): FaultReports => ({
  report(fault, recorder) {
    const metrics = { RecorderFaults: { unit: 'Count', value: 1 } } as const;
    log({ worker, recorder, ...withMetrics({ stage, at: clock.now(), by: { fault }, metrics }) }, 'WARN');
  },
});
