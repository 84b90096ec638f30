import { contracts } from '#shared/api/contracts/all';
import { getOpenapiContract } from '#shared/api/contracts/documents';
import { openapi } from '#shared/api/openapi';
import { operation } from '#shared/api/operation';

/** GET /openapi.json: open to everybody, the same for everybody. */
export function getOpenapi({ baseUrl }: { readonly baseUrl: string }) {
  let text: string | undefined;
  return operation(getOpenapiContract, {
    ahead: () => ({}),
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
  });
}
