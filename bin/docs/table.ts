import { join } from 'node:path';
import { printInto } from '#bin/docs/print-into';
import { PROJECT_DIR } from '#bin/paths';
import { entities } from '#shared/wiring/entities';
import { withRows } from '#shared/wiring/table-document';

/** npm run docs -- table: prints the rows of the table into docs/table.md again; with `--check` it compares them. */
await printInto(join(PROJECT_DIR, 'docs/table.md'), (page) => withRows(page, entities));
