/** Amazon Transcribe is paid for so many seconds of each file at least (https://aws.amazon.com/transcribe/pricing/). */
const LEAST_OF_A_FILE = 15;

/** Seconds that a file of that length counts as, before an engine is asked for its speech; its length may not be known. */
export const recognizedSeconds = (lengthSeconds: number | null): number =>
  Math.max(LEAST_OF_A_FILE, Math.ceil(lengthSeconds ?? 0));
