import type { DrillContext } from './drill-context.ts';

/** What is left to be done once an incident is provoked. */
export interface IncidentSteps {
  /** Throws unless the command, log line or metric that the runbook names tells of the incident. */
  readonly see: () => Promise<void>;
  /** Applies the cure of the runbook, and throws unless the incident is over. What a partner asks has none. */
  readonly cure?: () => Promise<void>;
}

/** Something that an engineer on call has to deal with. */
export interface Incident {
  /** As `--incident` takes it. */
  readonly name: string;
  /** What happened, or what a partner asks, in the table of results. */
  readonly summary: string;
  /** Provokes it by the means of the emulator, of fake services or of the API. */
  readonly provoke: (drill: DrillContext) => Promise<IncidentSteps>;
}
