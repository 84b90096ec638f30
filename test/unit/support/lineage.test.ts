import { describe, expect, it } from '#test/support/jest';
import { invocationOf, isStopped, type Lineage, MOST_INVOCATIONS, NO_LINEAGE } from '#test/support/lineage';

/** The invocations of a chain: each is caused by a message of the one before. */
const aChainOf = (names: readonly string[]): readonly Lineage[] => {
  let last = NO_LINEAGE;
  return names.map((name) => {
    last = invocationOf(name, [last]);
    return last;
  });
};

const times = (count: number, ...names: string[]): readonly string[] =>
  Array.from({ length: count }, () => names).flat();

describe('a chain of invocations over queues', () => {
  it('is stopped at the seventeenth invocation of a function that is not allowed to loop', () => {
    const stopped = aChainOf(times(17, 'outbox-relay')).map((one) => isStopped('outbox-relay', one));
    expect(stopped).toEqual([...Array.from({ length: MOST_INVOCATIONS }, () => false), true]);
  });

  it('goes on for a function that is allowed to loop', () => {
    const chain = aChainOf(times(100, 'bot-dispatch'));
    expect(chain.filter((one) => isStopped('bot-dispatch', one))).toEqual([]);
  });

  it('is counted for each of two functions that send to the queues of each other', () => {
    const names = times(17, 'one', 'other');
    const first = aChainOf(names).findIndex((one, hop) => isStopped(names[hop] ?? '', one));
    expect(first).toBe(2 * MOST_INVOCATIONS);
  });

  it('begins anew with a message that no function sent', () => {
    const [last = NO_LINEAGE] = aChainOf(times(16, 'outbox-relay')).slice(-1);
    expect(isStopped('outbox-relay', invocationOf('outbox-relay', [last]))).toBe(true);
    expect(isStopped('outbox-relay', invocationOf('outbox-relay', [NO_LINEAGE]))).toBe(false);
  });
});

it('an invocation with several messages has the highest count of each function', () => {
  const one: Lineage = new Map([
    ['a', 3],
    ['b', 1],
  ]);
  const other: Lineage = new Map([
    ['a', 2],
    ['c', 5],
  ]);
  expect(Object.fromEntries(invocationOf('a', [one, other]))).toEqual({ a: 4, b: 1, c: 5 });
});
