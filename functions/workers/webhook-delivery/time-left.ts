import type { TimeLeft } from './needs.ts';

/** Ten seconds for the receiver, and the writes after it. */
const NEEDED_MS = 12_000;

/** This invocation ends too soon for another send; the message comes again. */
export class TooLate extends Error {
  override readonly name = 'TooLate';
}

/** A send that the platform cuts off would be one that nobody recorded. */
export function demandTime(timeLeft: TimeLeft): void {
  if (timeLeft() < NEEDED_MS) throw new TooLate('Too little time is left for a send.');
}
