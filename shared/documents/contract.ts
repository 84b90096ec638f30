import * as v from 'valibot';
import { contract } from '#shared/http/contract';
import { none } from '#shared/http/fields';

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

const HTML = { schema: v.string(), alsoText: ['text/html'], onlyText: true } as const;

export const getReferenceContract = contract({
  method: 'GET',
  path: '/docs',
  group: 'documents',
  summary: 'Read the reference',
  description: 'This document as a page to read and search, with the guides. It needs no other host.',
  open: true,
  params: none,
  query: none,
  body: undefined,
  answers: { 200: { description: 'The page.', ...HTML } },
  refusals: {},
});

export const getGuideContract = contract({
  method: 'GET',
  path: '/docs/{guide}',
  group: 'documents',
  summary: 'Read a guide',
  description: 'One of the guides that the reference lists, as a page.',
  open: true,
  params: v.object({ guide: v.pipe(v.string(), v.regex(/^[a-z-]{1,40}$/)) }),
  query: none,
  body: undefined,
  answers: { 200: { description: 'The page.', ...HTML } },
  refusals: { 404: ['not_found'] },
});
