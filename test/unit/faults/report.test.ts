import { asTable } from '#test/faults/report';
import type { Outcome } from '#test/faults/run-case';
import { describe, expect, it } from '#test/support/jest';

const anOutcome = (one: Pick<Outcome, 'fault' | 'amount' | 'hop'>, longestMs: number): Outcome => ({
  ...{ told: [], struck: 1, ...one },
  account: () => ({ events: 2, missing: 0, twice: 0, longestMs, violations: [] }),
});

/** The cells of each row, without the heading. */
const rowsOf = (outcomes: readonly Outcome[]): readonly (readonly string[])[] =>
  asTable(outcomes)
    .split('\n')
    .slice(2)
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    );

describe('the table of faults', () => {
  it('has a row for each function that was killed, with the point that took longest', () => {
    const killed = (hop: string, longestMs: number) => anOutcome({ fault: 'killed', amount: 'once', hop }, longestMs);
    const outcomes = [
      killed('delivery, after the lease', 1_000),
      killed('delivery, after a 2xx, before the record', 3_000),
      killed('relay, after the bus has it', 500),
    ];

    expect(rowsOf(outcomes)).toEqual([
      ['killed: delivery', '1 at each of 2 points', '2', '4', '0', '0', '3.0', 'after a 2xx, before the record'],
      ['killed: relay', '1 at each of 1 points', '1', '2', '0', '0', '0.5', ''],
    ]);
  });

  it('has a row for each amount of the faults, and one for each drill', () => {
    const outcomes = [
      anOutcome({ fault: '500', amount: '5 %', hop: 'fan-out' }, 3_000),
      anOutcome({ fault: '503', amount: '5 %', hop: 'fan-out' }, 4_000),
      anOutcome({ fault: 'queues purged', amount: 'drill', hop: 'sweeper' }, 9_000),
    ];

    expect(rowsOf(outcomes)).toEqual([
      ['2 kinds of faults', '5 %', '2', '4', '0', '0', '4.0', '503'],
      ['queues purged', 'drill', '1', '2', '0', '0', '9.0', ''],
    ]);
  });
});
