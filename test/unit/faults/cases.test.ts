import { expect, it } from '@jest/globals';
import { aFewOnce, eachOnce } from '#test/faults/cases';

it('the few faults of npm test are of every kind that there is', () => {
  const kindsOf = (cases: ReturnType<typeof eachOnce>) => [...new Set(cases.map(({ fault }) => fault))].sort();

  expect(kindsOf(aFewOnce())).toEqual(kindsOf(eachOnce()));
  expect(aFewOnce().length).toBeLessThan(20);
});
