/** Seconds of a UTC day, of the deployment or of one workspace. */
export interface ComparedToday {
  readonly transcribed: number;
  readonly compared: number;
}

/** Of what recorders transcribed on a day, the speech service hears so much again. */
const SHARE = 0.1;
/** As much in any case: a deployment with a meeting a day has no tenth to give. */
const AT_LEAST_SECONDS = { deployment: 2 * 3600, workspace: 3600 } as const;

/**
 * Whether the speech service may be asked about one more recording today. A workspace gets a tenth of its own recordings
 * besides, so that it uses up the tenth of no other.
 */
export const isWithinAllowance = (
  today: Readonly<Record<keyof typeof AT_LEAST_SECONDS, ComparedToday>>,
  seconds: number,
): boolean =>
  (['deployment', 'workspace'] as const).every(
    (of) => today[of].compared + seconds <= Math.max(AT_LEAST_SECONDS[of], today[of].transcribed * SHARE),
  );
