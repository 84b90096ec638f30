import { join } from 'node:path';
import { withEventCatalogue } from '#bin/docs/event-catalogue';
import { printInto } from '#bin/docs/print-into';
import { PROJECT_DIR } from '#bin/paths';

/** npm run docs -- events: prints the catalogue of events into docs/api/events.md again; with `--check` it compares it. */
await printInto(join(PROJECT_DIR, 'docs/api/events.md'), withEventCatalogue);
