import { getChangelogContract } from '#shared/documents/contract';
import { endpoint } from '#shared/http/endpoint';
import { changelog, changelogPage } from '#shared/http/openapi/changelog';
import { BASE_VERSION, releases } from '#shared/versions/releases';
import { contracts } from '#shared/wiring/all-contracts';

/** GET /changelog: docs/changelog.md as a page, to which the `Link` headers of older versions point. */
export function getChangelog() {
  const page = changelogPage(changelog(releases, BASE_VERSION, contracts));
  return endpoint(getChangelogContract, {
    async run() {
      return {
        status: 200,
        body: page,
        contentType: 'text/html; charset=utf-8',
        headers: { 'cache-control': 'public, max-age=300', 'content-security-policy': "default-src 'none'" },
      };
    },
    reply: (reply) => reply,
  });
}
