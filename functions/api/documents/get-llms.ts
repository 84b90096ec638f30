import { endpoint } from '#shared/api/http/endpoint';
import { getLlmsContract } from '#shared/foundation/documents/contract';
import type { Pages } from './get-reference.ts';
import { llmsText } from './markdown.ts';
import { asDocument } from './public-document.ts';

/** GET /llms.txt: the documents, listed for language models. */
export const getLlms = ({ baseUrl, guides }: Pages) =>
  endpoint(getLlmsContract, {
    run: async () => asDocument(llmsText(guides, baseUrl), 'text/plain; charset=utf-8'),
    reply: (reply) => reply,
  });
