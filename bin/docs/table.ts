import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PROJECT_DIR } from '#bin/paths';
import { entities } from '#shared/wiring/entities';
import { withRows } from '#shared/wiring/table-document';

const PAGE = join(PROJECT_DIR, 'docs/table.md');

/** npm run table: prints the rows of the table into docs/table.md again. */
await writeFile(PAGE, withRows(await readFile(PAGE, 'utf8'), entities));
