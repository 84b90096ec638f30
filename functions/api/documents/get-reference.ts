import { createHash } from 'node:crypto';
import { endpoint } from '#shared/api/http/endpoint';
import { getReferenceContract } from '#shared/foundation/documents/contract';
import type { Reply } from '#shared/foundation/http/response/reply';
import { contracts } from '#shared/wiring/all-contracts';
import { openapi } from '#shared/wiring/documents/openapi';
import type { Guide } from './page/guide-links.ts';
import type { OpenapiDocument } from './page/openapi-document.ts';
import { referencePage } from './page/reference-page.ts';
import { CONTENT_SECURITY_POLICY } from './page/shell.ts';

export interface Pages {
  readonly baseUrl: string;
  readonly guides: readonly Guide[];
}

/** GET /docs: the OpenAPI document as a page. Made when it is first asked for. */
export function getReference({ baseUrl, guides }: Pages) {
  let page: Reply | undefined;
  return endpoint(getReferenceContract, {
    async run() {
      page ??= made({ baseUrl, guides });
      return page;
    },
    reply: (reply) => reply,
  });
}

const made = ({ baseUrl, guides }: Pages): Reply =>
  asPage(
    referencePage(openapi(contracts, baseUrl) as ReturnType<typeof openapi> & OpenapiDocument, {
      guides,
      root: rootOf(baseUrl),
    }),
  );

/** Where the pages lie, as a path: the host is whichever the reader came by. */
export const rootOf = (baseUrl: string): string => `${new URL(baseUrl).pathname}/docs`;

/** The same for every caller until the next deployment. */
export const asPage = (body: string): Reply => ({
  status: 200,
  body,
  contentType: 'text/html; charset=utf-8',
  headers: {
    'cache-control': 'public, max-age=300',
    etag: `"${createHash('sha256').update(body).digest('base64url')}"`,
    'content-security-policy': CONTENT_SECURITY_POLICY,
    'referrer-policy': 'no-referrer',
  },
});
