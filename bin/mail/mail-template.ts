import { join } from 'node:path';
import { printInto } from '#bin/docs/print-into';
import { compiledTemplate } from '#bin/mail/compile-template';
import { PROJECT_DIR } from '#bin/paths';

/** npm run docs -- mail-template: compiles the template of the summary mail again; with `--check` it compares them. */
const compiled = await compiledTemplate();
await printInto(join(PROJECT_DIR, 'shared/capture/summary-mail/rules/compiled-template.ts'), () => compiled);
