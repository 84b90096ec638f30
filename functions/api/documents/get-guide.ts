import { getGuideContract } from '#shared/api/contracts/documents';
import { operation } from '#shared/api/operation';
import { notFound } from '#shared/domain/refusal';
import { asPage, type Pages, rootOf } from './get-reference.ts';
import { guidePage } from './page/guides.ts';

/** GET /docs/{guide}: a guide of docs/api as a page. */
export const getGuide = ({ baseUrl, guides }: Pages) =>
  operation(getGuideContract, {
    ahead: () => ({}),
    async run({ params }) {
      const guide = guides.find(({ name }) => name === params.guide);
      if (!guide) throw notFound('guide');
      return asPage(guidePage(guide, { guides, root: rootOf(baseUrl) }));
    },
  });
