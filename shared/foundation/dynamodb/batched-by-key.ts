import DataLoader from 'dataloader';

/**
 * Asks together what is asked for one key in one turn of the event loop; `answerAll` answers in the order of the
 * questions. Its error is the answer to each of them.
 */
export function batchedByKey<Asked extends object, Answer>(
  keyOf: (asked: Asked) => string,
  answerAll: (asked: readonly [Asked, ...Asked[]]) => Promise<readonly Answer[]>,
): (asked: Asked) => Promise<Answer> {
  const loader = new DataLoader<Asked, Answer, Asked>(
    async (asked) => {
      const answers = new Map<Asked, Answer | Error>();
      const answerOne = async ([first, ...others]: readonly Asked[]): Promise<void> => {
        if (!first) return;
        const each: readonly [Asked, ...Asked[]] = [first, ...others];
        const found: readonly (Answer | Error)[] = await answerAll(each).catch((error: Error) => each.map(() => error));
        each.forEach((one, at) => {
          answers.set(one, found[at] ?? new Error('A query was not answered.'));
        });
      };
      await Promise.all([...Map.groupBy(asked, keyOf).values()].map(answerOne));
      return asked.map((one) => answers.get(one) ?? new Error('A query was not answered.'));
    },
    { cache: false, batchScheduleFn: setImmediate },
  );
  return (asked) => loader.load(asked);
}
