/** What shells report for a program that Ctrl-C ended: 128 + SIGINT. */
export const INTERRUPTED_STATUS = 130;

/** Thrown when the user ended the command; the message is printed. */
export class Interrupted extends Error {}

/** npm can forward a Ctrl-C that the terminal has delivered already. */
const SAME_INTERRUPT_MS = 500;

/** Aborted by the first Ctrl-C, SIGTERM or SIGHUP. A second one ends the program at once. */
export function interruptSignal(onInterrupt: () => void = () => undefined): AbortSignal {
  const controller = new AbortController();
  let abortedAt = Number.POSITIVE_INFINITY;
  const onSignal = () => {
    if (performance.now() - abortedAt > SAME_INTERRUPT_MS) process.exit(INTERRUPTED_STATUS);
    if (controller.signal.aborted) return;
    abortedAt = performance.now();
    onInterrupt();
    controller.abort(new Interrupted('Stopped.'));
  };
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal).on('SIGHUP', onSignal);
  return controller.signal;
}
