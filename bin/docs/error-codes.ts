import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PROJECT_DIR } from '#bin/paths';
import { withErrorTable } from '#shared/http/openapi/error-table';

const GUIDE = join(PROJECT_DIR, 'docs/api/errors.md');

/** npm run error-codes: prints the table of codes into docs/api/errors.md again. */
await writeFile(GUIDE, withErrorTable(await readFile(GUIDE, 'utf8')));
