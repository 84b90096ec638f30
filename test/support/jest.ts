import type * as Jest from '@jest/globals';
import { bind } from 'jest-each';

/** What tests use of jest, which its runner defines as globals. Each test and hook has a timeout here, which the runner lacks. */

type Work = () => unknown;

/** A bound for what hangs, not a measure: a busy machine must never decide a test. */
const TIMEOUT_MS = 600_000;

// Tests that stop time must not stop it.
const [start, stop] = [setTimeout, clearTimeout];

/** Rejects if `work` takes longer than the timeout. */
export const withTimeout =
  (title: string, work: Work, timeoutMs = TIMEOUT_MS) =>
  async (): Promise<void> => {
    const hanging = Promise.withResolvers<never>();
    const timer = start(() => hanging.reject(new Error(`${title} timed out after ${timeoutMs} ms.`)), timeoutMs);
    try {
      await Promise.race([work(), hanging.promise]);
    } finally {
      stop(timer);
    }
  };

const globals = globalThis as unknown as typeof Jest;

const boundedIt = (title: string, work: Work) => globals.it(title, withTimeout(title, work));

export const it = Object.assign(boundedIt, { each: bind(boundedIt as never) }) as unknown as typeof globals.it;

const boundedHook = (hook: typeof globals.afterAll) => (work: Work) => hook(withTimeout(hook.name, work));

export const [beforeAll, afterAll, beforeEach, afterEach] = [
  boundedHook(globals.beforeAll),
  boundedHook(globals.afterAll),
  boundedHook(globals.beforeEach),
  boundedHook(globals.afterEach),
];

export const { describe, expect, jest } = globals;
