import { setTimeout as pause } from 'node:timers/promises';
import { isThrough, type WatchedMeeting } from '#bin/demo/tracked-meeting';

interface Wait {
  readonly meetings: () => readonly WatchedMeeting[];
  readonly patienceMs: number;
  readonly onLook: () => void;
  readonly signal: AbortSignal;
}

const LOOK_EVERY_MS = 200;
/** What nothing was promised of, as a last `meeting.updated`, has this long to come as well. */
const GRACE_MS = 2_000;

/** Until every promised event is there or cannot come any more, or patience ends. */
export async function awaitPromises({ meetings, patienceMs, onLook, signal }: Wait): Promise<void> {
  const givesUpAt = performance.now() + patienceMs;
  while (!meetings().every(isThrough) && performance.now() < givesUpAt) {
    onLook();
    await pause(LOOK_EVERY_MS, undefined, { signal });
  }
  await pause(GRACE_MS, undefined, { signal });
}
