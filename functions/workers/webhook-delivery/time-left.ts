import type { TimeLeft } from './needs.ts';

/** Ten seconds for the receiver, and the writes afterwards. */
const NEEDED_MS = 12_000;

/** The invocation ends too soon for another request; the queue delivers the message again. */
export class NotEnoughTime extends Error {
  override readonly name = 'NotEnoughTime';
}

/** Throws `NotEnoughTime`: Lambda would end the invocation after the request and before its record. */
export function requireTimeLeft(timeLeft: TimeLeft): void {
  if (timeLeft() < NEEDED_MS) throw new NotEnoughTime('Too little time is left for a request.');
}
