/** Seconds of a UTC day. */
interface ComparedToday {
  readonly transcribed: number;
  readonly compared: number;
}

/** Of what recorders transcribed on a day, the speech service hears so much again. */
const SHARE = 0.1;
/** As much in any case: a deployment with a meeting a day has no tenth to give. */
const AT_LEAST_SECONDS = 2 * 3600;

/** Whether the speech service may be asked about one more recording today. */
export const isWithinAllowance = ({ transcribed, compared }: ComparedToday, seconds: number): boolean =>
  compared + seconds <= Math.max(AT_LEAST_SECONDS, transcribed * SHARE);
