import type { FileStorage } from '#shared/foundation/files/ports';

/** A process that ended between two lines. */
export class Killed extends Error {}

type Files = Pick<FileStorage, 'get' | 'getTagged' | 'put' | 'replace' | 'remove' | 'keys'>;

interface Waiting {
  readonly begin: () => void;
}

/** Lets one request of one of several processes at a storage happen at a time, in an order that chance decides. */
export function interleaved(random: () => number) {
  const waiting: Waiting[] = [];
  let running = 0;

  const turn = (): Promise<void> => new Promise((begin) => waiting.push({ begin }));

  return {
    /** The storage as one process sees it. It is killed at this request, which happened or did not. */
    filesOf(files: Files, killedAt = Number.POSITIVE_INFINITY): Files {
      let requests = 0;
      const gated =
        <Arguments extends readonly unknown[], Result>(request: (...of: Arguments) => Promise<Result>) =>
        async (...of: Arguments): Promise<Result> => {
          await turn();
          requests += 1;
          if (requests > killedAt) throw new Killed();
          const happens = requests < killedAt || random() < 0.5;
          const result = happens ? await request(...of) : undefined;
          if (requests === killedAt) throw new Killed();
          return result as Result;
        };
      return {
        get: gated(files.get),
        getTagged: gated(files.getTagged),
        put: gated(files.put),
        replace: gated(files.replace),
        remove: gated(files.remove),
        keys: gated(files.keys),
      };
    },

    /** Runs the processes until all have ended. Each is begun at a moment that chance decides. */
    async run(processes: readonly (() => Promise<void>)[]): Promise<void> {
      const failures: unknown[] = [];
      for (const process of processes) {
        running += 1;
        void turn()
          .then(process)
          .catch((error: unknown) => failures.push(error))
          .finally(() => {
            running -= 1;
          });
      }
      while (running > 0) {
        await settled();
        const [next] = waiting.splice(Math.floor(random() * waiting.length), 1);
        next?.begin();
      }
      if (failures.length > 0) throw failures[0];
    },
  };
}

/** What does not wait for its turn has happened. Reads of the table wait for each other for a turn of the event loop. */
async function settled(): Promise<void> {
  for (let nth = 0; nth < 6; nth += 1) await new Promise((resolve) => setImmediate(resolve));
}
