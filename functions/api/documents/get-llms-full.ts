import { endpoint } from '#shared/api/http/endpoint';
import { getLlmsFullContract } from '#shared/foundation/documents/contract';
import type { Pages } from './get-reference.ts';
import { llmsFullText } from './markdown.ts';
import { asDocument } from './public-document.ts';

/** GET /llms-full.txt: all guides as one text. */
export const getLlmsFull = ({ baseUrl, guides }: Pages) =>
  endpoint(getLlmsFullContract, {
    run: async () => asDocument(llmsFullText(guides, baseUrl), 'text/plain; charset=utf-8'),
    reply: (reply) => reply,
  });
