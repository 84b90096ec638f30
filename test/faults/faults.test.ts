import { readFileSync } from 'node:fs';
import { expect, it, jest } from '@jest/globals';
import type { Stack } from '#bin/stack/stack-file';
import { aBench } from './bench.ts';
import { aFewOnce } from './cases.ts';
import { arrived, leftovers } from './quiet.ts';
import { runCase } from './run-case.ts';

jest.setTimeout(400_000);

const FAULTS = [
  ...['throttled', 'conflict', '500', '503', 'stalled 5 s', 'connection reset'],
  ...['done, answer lost', 'taken in part'],
];

it('tells every endpoint of every change, whatever AWS answers once', async () => {
  const file = process.env['STACK_FILE'] ?? '.local/stack.json';
  const stack: Stack = JSON.parse(readFileSync(file, 'utf8'));
  const bench = await aBench(stack);
  try {
    const outcomes = [];
    for (const one of aFewOnce()) outcomes.push(await runCase(bench, one));
    await arrived(
      bench,
      outcomes.flatMap(({ told }) => told),
      300,
    );

    expect([...new Set(outcomes.map(({ fault }) => fault))]).toEqual(FAULTS);
    expect(outcomes.filter(({ struck }) => struck !== 1)).toEqual([]);
    expect(outcomes.map(({ account }) => account())).toEqual(
      outcomes.map(() => expect.objectContaining({ missing: 0, violations: [] })),
    );
    expect(await leftovers(bench, 300)).toEqual([]);
  } finally {
    await bench.close();
  }
});
