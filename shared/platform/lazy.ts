/** Makes a value at its first use and keeps it for the life of the process. */
export function lazy<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** A handler that is built at its first call, so that importing its module reads nothing of the environment. */
export function lazyHandler<Arguments extends readonly unknown[], Result>(
  make: () => (...given: Arguments) => Result,
): (...given: Arguments) => Result {
  const handler = lazy(make);
  return (...given) => handler()(...given);
}
