import { Session } from 'node:inspector/promises';
import { setFlagsFromString } from 'node:v8';

/** What a piece of work executed, counted by V8's block coverage: the same on every machine. */
export interface Work {
  /** Executions of functions, branches and loops of the service and of the schema library. */
  readonly executions: number;
  /** Calls by the name of the function. */
  readonly calls: ReadonlyMap<string, number>;
}

const COUNTED = /\/(?:shared|functions|node_modules\/valibot)\//;

/** Counts what ran since it counted last; one piece of work at a time. */
export async function workCounter() {
  // The counts of a function are lost with its bytecode, which V8 drops when memory is short, and when it is optimized.
  for (const flag of ['--no-flush-bytecode', '--no-opt', '--no-maglev']) setFlagsFromString(flag);
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  return {
    async during<Value>(work: () => Promise<Value>): Promise<{ readonly value: Value; readonly work: Work }> {
      const value = await work();
      // The counters begin at zero each time that they are taken.
      const { result } = await session.post('Profiler.takePreciseCoverage');
      return { value, work: workIn(result) };
    },
    async stop(): Promise<void> {
      await session.post('Profiler.stopPreciseCoverage');
      session.disconnect();
    },
  };
}

type Covered = readonly {
  readonly url: string;
  readonly functions: readonly {
    readonly functionName: string;
    readonly ranges: readonly { readonly count: number }[];
  }[];
}[];

function workIn(scripts: Covered): Work {
  const calls = new Map<string, number>();
  let executions = 0;
  for (const { functions } of scripts.filter(({ url }) => COUNTED.test(url)))
    for (const { functionName, ranges } of functions) {
      for (const { count } of ranges) executions += count;
      calls.set(functionName, (calls.get(functionName) ?? 0) + (ranges[0]?.count ?? 0));
    }
  return { executions, calls };
}
