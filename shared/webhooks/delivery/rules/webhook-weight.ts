/** What an endpoint made of its attempts in an hour. */
export interface Answers {
  /** Those that reached the network. */
  readonly attempts: number;
  readonly acknowledged: number;
}

/** With fewer attempts in an hour, an endpoint is new, or too quiet to matter. */
const FEW_ATTEMPTS = 100;
/** An event that is refused 21 times takes as much as twenty that are delivered at once, but fewer attempts where many wait. */
const MOST = 10;

/**
 * How many webhooks one for this endpoint counts as: from 1 to `MOST`, by the share of attempts that it does not acknowledge.
 * What is counted of a mixture thus grows as what it costs.
 */
export const weightOf = ({ attempts, acknowledged }: Answers): number =>
  attempts < FEW_ATTEMPTS ? 1 : 1 + ((MOST - 1) * Math.max(0, attempts - acknowledged)) / attempts;

/** The largest payload that counts once: more than that of an ordinary meeting. */
export const WEBHOOK_BYTES = 10_000;

/**
 * How many webhooks one with a payload of so many bytes counts as: what is sent is paid by the byte, and a payload may have
 * 380 KB.
 */
export const webhooksOfSize = (bytes: number): number => Math.max(1, Math.ceil(bytes / WEBHOOK_BYTES));

/** By the hour in which it counts as the most; once without any. */
export const heaviestOf = (hours: readonly Answers[]): number => Math.max(1, ...hours.map(weightOf));
