import * as v from 'valibot';
import { contract } from '#shared/api/contract';
import { none } from '#shared/api/fields';

export const getOpenapiContract = contract({
  method: 'GET',
  path: '/openapi.json',
  group: 'documents',
  summary: 'Read this document',
  description: 'OpenAPI 3.1, in the newest version of the API.',
  open: true,
  params: none,
  query: none,
  body: undefined,
  answers: { 200: { description: 'The document.', schema: v.looseObject({ openapi: v.string() }) } },
  refusals: {},
});

export const getChangelogContract = contract({
  method: 'GET',
  path: '/changelog',
  group: 'documents',
  summary: 'Read the changelog',
  description: 'A page with what an existing integration could notice, by version; each date is an anchor.',
  open: true,
  params: none,
  query: none,
  body: undefined,
  answers: { 200: { description: 'The page.', schema: v.string(), alsoText: ['text/html'], onlyText: true } },
  refusals: {},
});
