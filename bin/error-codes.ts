import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { withErrorTable } from '#shared/http/openapi/error-table';

const GUIDE = resolve(import.meta.dirname, '../docs/api/errors.md');

/** npm run error-codes: prints the table of codes into docs/api/errors.md again. */
await writeFile(GUIDE, withErrorTable(await readFile(GUIDE, 'utf8')));
