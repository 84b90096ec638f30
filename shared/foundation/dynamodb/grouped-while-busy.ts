interface Call<Asked, Answer> {
  readonly asked: Asked;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Group commit: one write at a time for each key, and what is asked for that key meanwhile, at most `most`, is written
 * together afterwards. The first write waits for the end of the turn of the event loop. `writeAll` answers in the order
 * in which it was asked; its error is the answer to each.
 */
export function groupedWhileBusy<Asked, Answer>(
  keyOf: (asked: Asked) => string,
  most: number,
  writeAll: (asked: readonly Asked[]) => Promise<readonly Answer[]>,
): (asked: Asked) => Promise<Answer> {
  const waiting = new Map<string, Call<Asked, Answer>[]>();
  const work = async (key: string, calls: Call<Asked, Answer>[]): Promise<void> => {
    while (calls.length > 0) await settle(calls.splice(0, most), writeAll);
    waiting.delete(key);
  };
  return (asked) =>
    new Promise((resolve, reject) => {
      const key = keyOf(asked);
      const call = { asked, resolve, reject };
      const others = waiting.get(key);
      if (others) {
        others.push(call);
        return;
      }
      const calls = [call];
      waiting.set(key, calls);
      setImmediate(() => void work(key, calls));
    });
}

async function settle<Asked, Answer>(
  calls: readonly Call<Asked, Answer>[],
  writeAll: (asked: readonly Asked[]) => Promise<readonly Answer[]>,
): Promise<void> {
  try {
    const answers = await writeAll(calls.map(({ asked }) => asked));
    if (answers.length !== calls.length) throw new Error('A write was not answered.');
    for (const [at, answer] of answers.entries()) calls[at]?.resolve(answer);
  } catch (error) {
    for (const { reject } of calls) reject(error);
  }
}
