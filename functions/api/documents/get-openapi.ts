import { getOpenapiContract } from '#shared/documents/contract';
import { endpoint } from '#shared/http/endpoint';
import { openapi } from '#shared/http/openapi/openapi';
import { contracts } from '#shared/wiring/all-contracts';
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
