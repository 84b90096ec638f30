import * as v from 'valibot';
import { contract } from '#shared/foundation/http/contract';

export const getOpenapiContract = contract({
  method: 'GET',
  path: '/openapi.json',
  group: 'documents',
  summary: 'Read this document',
  description: 'The OpenAPI 3.1 document of the newest API version.',
  access: 'open',
  responses: { 200: { description: 'The document.', schema: v.looseObject({ openapi: v.string() }) } },
  errors: {},
});

export const getChangelogContract = contract({
  method: 'GET',
  path: '/changelog',
  group: 'documents',
  summary: 'Read the changelog',
  description:
    'A web page with the changes that an existing integration could notice, by version. Each date is an anchor.',
  access: 'open',
  responses: { 200: { description: 'The page.', schema: v.string(), alsoText: ['text/html'], onlyText: true } },
  errors: {},
});

const HTML = { schema: v.string(), alsoText: ['text/html'], onlyText: true } as const;

export const getReferenceContract = contract({
  method: 'GET',
  path: '/docs',
  group: 'documents',
  summary: 'Read the reference',
  description: 'This document as a searchable web page, with the guides. The page loads nothing from other hosts.',
  access: 'open',
  responses: { 200: { description: 'The page.', ...HTML } },
  errors: {},
});

export const getGuideContract = contract({
  method: 'GET',
  path: '/docs/{guide}',
  group: 'documents',
  summary: 'Read a guide',
  description: 'One of the guides listed in the reference, as a web page.',
  access: 'open',
  params: v.object({ guide: v.pipe(v.string(), v.regex(/^[a-z-]{1,40}$/)) }),
  responses: { 200: { description: 'The page.', ...HTML } },
  errors: { 404: ['not_found'] },
});

const MARKDOWN = { schema: v.string(), alsoText: ['text/markdown'], onlyText: true } as const;

/** The files of https://llmstxt.org are Markdown, served as plain text since their names end on .txt. */
const LLMS_TEXT = { schema: v.string(), alsoText: ['text/plain'], onlyText: true } as const;

export const getGuideMarkdownContract = contract({
  method: 'GET',
  path: '/docs/{guide}.md',
  group: 'documents',
  summary: 'Read a guide as Markdown',
  description: 'The same guide as Markdown. Its links to other guides lead to their Markdown.',
  access: 'open',
  params: v.object({ guide: v.pipe(v.string(), v.regex(/^[a-z-]{1,40}$/)) }),
  responses: { 200: { description: 'The guide.', ...MARKDOWN } },
  errors: { 404: ['not_found'] },
});

export const getLlmsContract = contract({
  method: 'GET',
  path: '/llms.txt',
  group: 'documents',
  summary: 'List the documents for language models',
  description: 'What the service is and where its documents are, as Markdown in the form of https://llmstxt.org.',
  access: 'open',
  responses: { 200: { description: 'The list.', ...LLMS_TEXT } },
  errors: {},
});

export const getLlmsFullContract = contract({
  method: 'GET',
  path: '/llms-full.txt',
  group: 'documents',
  summary: 'Read all guides as one text',
  description: 'Every guide as Markdown, in reading order.',
  access: 'open',
  responses: { 200: { description: 'The guides.', ...LLMS_TEXT } },
  errors: {},
});

export const getAsyncapiContract = contract({
  method: 'GET',
  path: '/asyncapi.json',
  group: 'documents',
  summary: 'Read the description of the webhooks',
  description: 'The AsyncAPI 3.0 document of the webhook events, in the newest API version.',
  access: 'open',
  responses: { 200: { description: 'The document.', schema: v.looseObject({ asyncapi: v.string() }) } },
  errors: {},
});
