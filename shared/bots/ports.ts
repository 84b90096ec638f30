import type { Arrival } from '#shared/bots/rules/bot';
import type { Platform } from '#shared/meetings/rules/platform';

/** How one bot came to its call. */
export interface ArrivedBot {
  /** The recorder that has it; null where none took it. */
  readonly recorder: string | null;
  readonly platform: Platform | null;
  readonly arrival: Arrival;
}

/** What an operator has to know of a recorder or of the speech server; each is a value of a metric. */
export type RecorderFault =
  | 'circuit_open' // a recorder gets no bot for a while
  | 'copy' // a recording is not copied from its recorder
  | 'speech'; // a recording gets no transcript

/** Counts how bots arrive, for the metrics of the stage. It does not fail. */
export interface ArrivalMeter {
  /** Called once for a bot, after its arrival is saved. */
  arrived(bot: ArrivedBot): void;
}

/** Reports faults of recorders and of the speech server to the operator. It does not fail. */
export interface FaultReports {
  /** `recorder` is its name; null where the recording has none any more. */
  report(fault: RecorderFault, recorder: string | null): void;
}
