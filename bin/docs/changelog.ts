import { changelog } from '#shared/http/openapi/changelog';
import { BASE_VERSION, releases } from '#shared/versions/releases';
import { contracts } from '#shared/wiring/all-contracts';

/** node bin/changelog.ts > docs/changelog.md */
process.stdout.write(changelog(releases, BASE_VERSION, contracts));
