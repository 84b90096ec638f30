import { changelog, changelogPage } from '#shared/api/changelog';
import { contracts } from '#shared/api/contracts/all';
import { getChangelogContract } from '#shared/api/contracts/documents';
import { operation } from '#shared/api/operation';
import { BASE_VERSION, releases } from '#shared/versions/releases';

/** GET /changelog: docs/changelog.md as a page, to which the `Link` headers of older versions point. */
export function getChangelog() {
  const page = changelogPage(changelog(releases, BASE_VERSION, contracts));
  return operation(getChangelogContract, {
    ahead: () => ({}),
    async run() {
      return {
        status: 200,
        body: page,
        contentType: 'text/html; charset=utf-8',
        headers: { 'cache-control': 'public, max-age=300', 'content-security-policy': "default-src 'none'" },
      };
    },
  });
}
