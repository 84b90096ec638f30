import { aFewOnce, eachOnce } from '#test/faults/cases';
import { expect, it } from '#test/support/jest';

it('the few faults of npm test are of every kind that there is', () => {
  const kindsOf = (cases: ReturnType<typeof eachOnce>) => [...new Set(cases.map(({ fault }) => fault))].sort();

  expect(kindsOf(aFewOnce())).toEqual(kindsOf(eachOnce()));
  expect(aFewOnce().length).toBeLessThan(20);
});
