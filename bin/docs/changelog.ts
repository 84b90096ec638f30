import { BASE_VERSION, releases } from '#shared/foundation/versions/releases';
import { contracts } from '#shared/wiring/all-contracts';
import { changelog } from '#shared/wiring/documents/changelog';

/** npm run -s docs -- changelog > docs/changelog.md: prints the changelog. */
process.stdout.write(changelog(releases, BASE_VERSION, contracts));
