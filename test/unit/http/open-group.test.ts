import * as v from 'valibot';
import { getOpenapi } from '#functions/api/documents/get-openapi';
import { openGroup } from '#shared/api/http/open-group';
import { aWorld } from '#test/support/api';
import { expect, it } from '#test/support/jest';

it.each([
  ['asks for a key', { access: 'user' }],
  ['takes a body', { body: v.object({}) }],
] as const)('an open group does not begin with an endpoint that %s', (_, change) => {
  const { context } = aWorld();
  const { contract, options } = getOpenapi(context);
  const endpoint = { options, contract: { ...contract, ...change } } as never;

  expect(() => openGroup(context, endpoint)).toThrow('is not open.');
});
