import { join } from 'node:path';
import { PROJECT_DIR } from '#bin/paths';
import { fontsIn } from '#shared/texts/exports/formats/pdf/font-source';

/** The fonts of PDF files where npm installs them. */
export const installedFonts = fontsIn(join(PROJECT_DIR, 'node_modules'));
