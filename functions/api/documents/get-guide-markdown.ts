import { endpoint } from '#shared/api/http/endpoint';
import { notFound } from '#shared/foundation/core/refusal';
import { getGuideMarkdownContract } from '#shared/foundation/documents/contract';
import type { Pages } from './get-reference.ts';
import { guideMarkdown } from './markdown.ts';
import { asDocument } from './public-document.ts';

/** GET /docs/{guide}.md: a guide of docs/api as Markdown. */
export const getGuideMarkdown = ({ baseUrl, guides }: Pages) =>
  endpoint(getGuideMarkdownContract, {
    async run({ params }) {
      const guide = guides.find(({ name }) => name === params.guide);
      if (!guide) throw notFound('guide');
      return asDocument(guideMarkdown(guide, baseUrl), 'text/markdown; charset=utf-8');
    },
    reply: (reply) => reply,
  });
