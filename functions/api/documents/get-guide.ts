import { notFound } from '#shared/core/refusal';
import { getGuideContract } from '#shared/documents/contract';
import { endpoint } from '#shared/http/endpoint';
import { asPage, type Pages, rootOf } from './get-reference.ts';
import { guidePage } from './page/guides.ts';

/** GET /docs/{guide}: a guide of docs/api as a page. */
export const getGuide = ({ baseUrl, guides }: Pages) =>
  endpoint(getGuideContract, {
    async run({ params }) {
      const guide = guides.find(({ name }) => name === params.guide);
      if (!guide) throw notFound('guide');
      return asPage(guidePage(guide, { guides, root: rootOf(baseUrl) }));
    },
    reply: (reply) => reply,
  });
