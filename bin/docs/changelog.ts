import { changelog } from '#shared/http/openapi/changelog';
import { BASE_VERSION, releases } from '#shared/versions/releases';
import { contracts } from '#shared/wiring/all-contracts';

/** npm run -s changelog > docs/changelog.md: prints the changelog. */
process.stdout.write(changelog(releases, BASE_VERSION, contracts));
