/** A handler that is put together at its first call, so that importing it asks nothing of the environment. */
export function onceMade<Arguments extends readonly unknown[], Result>(
  make: () => (...given: Arguments) => Result,
): (...given: Arguments) => Result {
  let handler: ((...given: Arguments) => Result) | undefined;
  return (...given) => {
    handler ??= make();
    return handler(...given);
  };
}
