import type { OutcomeMeter } from '#shared/capture/bots/ports';
import type { Clock } from '#shared/foundation/core/clock';
import { withMetrics, type writeLog } from '#shared/foundation/platform/log';

interface Needs {
  readonly worker: string;
  readonly stage: string;
  readonly clock: Clock;
  readonly log: typeof writeLog;
}

/**
 * Writes log lines with the metrics `MeetingsWithWords`, a 1 for a recording with words and a 0 for one that should have
 * them, and `SecondsHeardTwice`, each for the stage and for the recorder. Recordings in which no one spoke have neither.
 */
export const outcomesInLog = ({ worker, stage, clock, log }: Needs): OutcomeMeter => ({
  transcribed(recorder, outcome) {
    if (outcome === 'silent' || outcome === 'no_words') return log({ worker, recorder, transcriptOutcome: outcome });
    const value = outcome === 'spoken' || outcome === 'doubtful' ? 1 : 0;
    const metrics = { MeetingsWithWords: { unit: 'Count', value } } as const;
    const by = { recorder: recorder ?? 'none' };
    log({ worker, transcriptOutcome: outcome, ...withMetrics({ stage, at: clock.now(), by, metrics }) });
  },
  compared(recorder, seconds) {
    const metrics = { SecondsHeardTwice: { unit: 'Seconds', value: Math.round(seconds) } } as const;
    log({ worker, ...withMetrics({ stage, at: clock.now(), by: { recorder: recorder ?? 'none' }, metrics }) });
  },
});
