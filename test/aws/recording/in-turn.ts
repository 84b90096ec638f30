/** Does one piece of work at a time, in the order in which they are given. Nothing is done before `first` has ended. */
export function inTurn(first: Promise<unknown> = Promise.resolve()) {
  let last: Promise<unknown> = first;
  return <Result>(work: () => Promise<Result>): Promise<Result> => {
    const done = last.then(work);
    last = done.catch(() => undefined);
    return done;
  };
}
