import { endpoint } from '#shared/api/http/endpoint';
import { notFound } from '#shared/foundation/core/refusal';
import { getGuideContract } from '#shared/foundation/documents/contract';
import type { Reply } from '#shared/foundation/http/response/reply';
import { asPage, type Pages, rootOf } from './get-reference.ts';
import { guidePage } from './page/guides.ts';

/** GET /docs/{guide}: a guide of docs/api as a page. */
export function getGuide({ baseUrl, guides }: Pages) {
  const site = { guides, root: rootOf(baseUrl) };
  // Anyone may ask: each page is rendered once.
  const pages = new Map<string, Reply>();
  return endpoint(getGuideContract, {
    async run({ params }) {
      const guide = guides.find(({ name }) => name === params.guide);
      if (!guide) throw notFound('guide');
      const page = pages.get(guide.name) ?? asPage(guidePage(guide, site));
      pages.set(guide.name, page);
      return page;
    },
    reply: (reply) => reply,
  });
}
