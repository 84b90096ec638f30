import { changelog } from '#shared/api/changelog';
import { contracts } from '#shared/api/contracts/all';
import { BASE_VERSION, releases } from '#shared/versions/releases';

/** node bin/changelog.ts > docs/changelog.md */
process.stdout.write(changelog(releases, BASE_VERSION, contracts));
