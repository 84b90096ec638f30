import type * as Jest from '@jest/globals';
import { bind } from 'jest-each';

/** What tests use of jest, which its runner defines as globals. Each test and hook has a bound of time here. */

type Work = () => unknown;

/** A bound for what hangs, not a measure: a busy machine must never decide a test. */
const MAX_MILLISECONDS = 600_000;

// Tests that stop time must not stop it.
const [start, stop] = [setTimeout, clearTimeout];

const inTime = (title: string, work: Work) => async (): Promise<void> => {
  const hanging = Promise.withResolvers<never>();
  const timer = start(() => hanging.reject(new Error(`${title} takes over ${MAX_MILLISECONDS} ms`)), MAX_MILLISECONDS);
  try {
    await Promise.race([work(), hanging.promise]);
  } finally {
    stop(timer);
  }
};

const globals = globalThis as unknown as typeof Jest;

const boundedIt = (title: string, work: Work) => globals.it(title, inTime(title, work));

export const it = Object.assign(boundedIt, { each: bind(boundedIt as never) }) as unknown as typeof globals.it;

const boundedHook = (hook: typeof globals.afterAll) => (work: Work) => hook(inTime(hook.name, work));

export const [beforeAll, afterAll, beforeEach, afterEach] = [
  boundedHook(globals.beforeAll),
  boundedHook(globals.afterAll),
  boundedHook(globals.beforeEach),
  boundedHook(globals.afterEach),
];

export const { describe, expect, jest } = globals;
