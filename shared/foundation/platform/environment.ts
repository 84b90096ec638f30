import { ENV } from '#shared/foundation/infrastructure-names';
import { writeLog } from '#shared/foundation/platform/log';
import { invocationObserver } from '#shared/foundation/platform/observe-invocation';

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
  // Called when the modules of a function are loaded.
  const initMs = performance.now();
  const handler = lazy(make);
  const observe = lazy(() => observerOf(initMs));
  return (...given) => {
    observe()(given[0]);
    return handler()(...given);
  };
}

/** Of Lambda; in any other process nothing is observed. */
const MEMORY = 'AWS_LAMBDA_FUNCTION_MEMORY_SIZE';

function observerOf(initMs: number): (event: unknown) => void {
  const memoryMb = Number(process.env[MEMORY] ?? 0);
  if (!(memoryMb > 0)) return () => undefined;
  return invocationObserver({
    stage: envOr('stage', ''),
    now: Date.now,
    initMs,
    peakMemoryKb: () => process.resourceUsage().maxRSS,
    memoryMb,
    log: writeLog,
  });
}
