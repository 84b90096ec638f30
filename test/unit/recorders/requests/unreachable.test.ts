import { unreachableBy } from '#shared/recorders/requests/effect-of';
import { expect, it } from '#test/support/jest';

it.each([
  [429, 'none'],
  [400, 'over'],
  [500, 'over'],
  [503, 'over'],
  [502, 'unknown'],
  [504, 'unknown'],
])('a response with %i leaves the effect of the request %s', (status, request) => {
  expect(unreachableBy('Vexa', status)).toMatchObject({ message: `Vexa answered ${status}.`, request });
});
