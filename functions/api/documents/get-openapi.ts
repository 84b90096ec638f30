import { endpoint } from '#shared/api/http/endpoint';
import { getOpenapiContract } from '#shared/foundation/documents/contract';
import { contracts } from '#shared/wiring/all-contracts';
import { openapi } from '#shared/wiring/documents/openapi';
import { asDocument } from './public-document.ts';

/** GET /openapi.json: without authentication, the same for every caller. */
export function getOpenapi({ baseUrl }: { readonly baseUrl: string }) {
  let text: string | undefined;
  return endpoint(getOpenapiContract, {
    async run() {
      text ??= JSON.stringify(openapi(contracts, baseUrl));
      return asDocument(text, 'application/json; charset=utf-8');
    },
    reply: (reply) => reply,
  });
}
