import { ENV } from '#shared/infrastructure-names';

/** The value of an environment variable. A missing or empty one is a defect of the stack: it throws. */
export function requiredEnv(name: keyof typeof ENV): string {
  const value = process.env[ENV[name]];
  if (value === undefined || value === '') throw new Error(`The environment variable ${ENV[name]} is not set.`);
  return value;
}

/** The value of an environment variable, or the default when it is missing or empty. */
export const envOr = (name: keyof typeof ENV, fallback: string): string => process.env[ENV[name]] || fallback;

/** Makes a value at its first use and keeps it for the life of the process. */
export function lazy<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** What Lambda passes to a handler. On Node 24 and later it passes no callback, and takes the result of the promise alone. */
export type HandlerArguments = readonly [event?: unknown, context?: unknown];

/** A handler that is built at its first call, so that importing its module reads nothing of the environment. */
export function lazyHandler<Arguments extends HandlerArguments, Result extends Promise<unknown>>(
  make: () => (...given: Arguments) => Result,
): (...given: Arguments) => Result {
  const handler = lazy(make);
  return (...given) => handler()(...given);
}
