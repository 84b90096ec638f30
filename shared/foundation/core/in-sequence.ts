/** The same work, of which one call runs after the other, in the order of the calls. A failed call does not stop the next. */
export function inSequence<Arguments extends readonly unknown[], Result>(
  work: (...args: Arguments) => Promise<Result>,
): (...args: Arguments) => Promise<Result> {
  let before: Promise<unknown> = Promise.resolve();
  return (...args) => {
    const running = before.then(() => work(...args));
    before = running.catch(() => undefined);
    return running;
  };
}
