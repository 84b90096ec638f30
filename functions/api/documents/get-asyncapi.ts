import { endpoint } from '#shared/api/http/endpoint';
import { getAsyncapiContract } from '#shared/foundation/documents/contract';
import { asyncapi } from '#shared/wiring/documents/asyncapi';
import { asDocument } from './public-document.ts';

/** GET /asyncapi.json: the webhook events, for generators of consumers. */
export function getAsyncapi({ baseUrl }: { readonly baseUrl: string }) {
  let text: string | undefined;
  return endpoint(getAsyncapiContract, {
    async run() {
      text ??= JSON.stringify(asyncapi(baseUrl));
      return asDocument(text, 'application/json; charset=utf-8');
    },
    reply: (reply) => reply,
  });
}
