import { join } from 'node:path';
import { withClientMethods } from '#bin/docs/client-methods';
import { printInto } from '#bin/docs/print-into';
import { PROJECT_DIR } from '#bin/paths';

/** npm run docs -- client-methods: prints the tables of methods into docs/api/clients.md again; with `--check` it compares them. */
await printInto(join(PROJECT_DIR, 'docs/api/clients.md'), withClientMethods);
