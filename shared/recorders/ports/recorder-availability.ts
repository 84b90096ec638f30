/** Whether a recorder takes a bot that is to join now. */
export type Availability =
  | 'accepted'
  | 'full' // it has no capacity left
  | 'refused'; // it does not take this link

/**
 * Asks a recorder whether it would accept a bot for a link now. It only asks: nothing is sent, so asking twice is fine.
 * Throws `RecorderUnreachable` when the recorder does not answer, `InvalidRecorderAnswer` when its answer cannot be read.
 */
export interface RecorderAvailability {
  check(meetingUrl: string): Promise<Availability>;
}

export class InvalidRecorderAnswer extends Error {}
