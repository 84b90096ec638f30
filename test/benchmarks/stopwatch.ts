import { asPlainSend, asSend, type StandIn } from '#test/support/aws/stand-in-client';
import { oneTurn } from '#test/support/aws/waiting';
import type { Watch } from './office.ts';

/** Processor time of this process with all its threads, in milliseconds; so a busy machine does not count. */
export const cpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

export interface Stopwatch extends Watch {
  /** What the stand-ins have used so far, in milliseconds. */
  readonly spentMs: () => number;
}

/**
 * Times what stand-ins do themselves. Each request arrives in a turn of its own and the stand-ins wait for nothing
 * but promises of their own, so nothing of ours runs between the two readings.
 */
export function stopwatch(): Stopwatch {
  let spent = 0;
  return {
    spentMs: () => spent,
    watch: <Send>(client: { readonly send: Send }): StandIn<Send> => ({
      send: asSend<Send>(async (command, ...options) => {
        await oneTurn('');
        const before = cpuMs();
        try {
          return await asPlainSend(client)(command, ...options);
        } finally {
          spent += cpuMs() - before;
        }
      }),
      destroy: () => undefined,
    }),
  };
}
