import { join } from 'node:path';
import { printInto } from '#bin/docs/print-into';
import { PROJECT_DIR } from '#bin/paths';
import { withErrorTable } from '#shared/wiring/documents/error-codes';

/** npm run docs -- error-codes: prints the table of codes into docs/api/errors.md again; with `--check` it compares it. */
await printInto(join(PROJECT_DIR, 'docs/api/errors.md'), withErrorTable);
