import { endpoint } from '#shared/api/http/endpoint';
import { getChangelogContract } from '#shared/foundation/documents/contract';
import { BASE_VERSION, releases } from '#shared/foundation/versions/releases';
import { contracts } from '#shared/wiring/all-contracts';
import { changelog, changelogPage } from '#shared/wiring/documents/changelog';

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
