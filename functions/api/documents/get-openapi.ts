import { getOpenapiContract } from '#shared/documents/contract';
import { endpoint } from '#shared/http/endpoint';
import { openapi } from '#shared/http/openapi/openapi';
import { contracts } from '#shared/wiring/all-contracts';

/** GET /openapi.json: open to everybody, the same for everybody. */
export function getOpenapi({ baseUrl }: { readonly baseUrl: string }) {
  let text: string | undefined;
  return endpoint(getOpenapiContract, {
    async run() {
      text ??= JSON.stringify(openapi(contracts, baseUrl));
      return {
        status: 200,
        body: text,
        // The document is no resource: no version change reshapes it.
        contentType: 'application/json; charset=utf-8',
        headers: { 'cache-control': 'public, max-age=300', 'access-control-allow-origin': '*' },
      };
    },
    reply: (reply) => reply,
  });
}
