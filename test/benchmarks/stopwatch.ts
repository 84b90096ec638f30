import { asPlainSend, asSend, type InMemoryClient } from '#test/doubles/aws/in-memory-client';
import { oneTurn } from '#test/doubles/aws/latency';

/** Processor time of this process with all its threads, in milliseconds; so a busy machine does not count. */
export const cpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

export interface Stopwatch {
  /** What was timed so far, in milliseconds. */
  readonly spentMs: () => number;
  /**
   * Times work in a turn of its own. It must wait for nothing but promises that it fulfils itself; then nothing of
   * anybody else's runs between the two readings.
   */
  readonly timing: <Answer>(work: () => Promise<Answer>) => Promise<Answer>;
  /** The same client, timed. */
  watch<Send>(client: { readonly send: Send }): InMemoryClient<Send>;
}

export function stopwatch(): Stopwatch {
  let spent = 0;
  const timing = async <Answer>(work: () => Promise<Answer>): Promise<Answer> => {
    await oneTurn('');
    const before = cpuMs();
    try {
      return await work();
    } finally {
      spent += cpuMs() - before;
    }
  };
  return {
    spentMs: () => spent,
    timing,
    watch: <Send>(client: { readonly send: Send }) => ({
      send: asSend<Send>((command, ...options) => timing(() => asPlainSend(client)(command, ...options))),
      destroy: () => undefined,
    }),
  };
}
