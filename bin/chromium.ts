import { existsSync } from 'node:fs';

/** Where Debian's package puts it: `apt-get install chromium`. */
export const CHROMIUM = process.env['CHROMIUM'] ?? '/usr/bin/chromium';

export const chromiumIsThere = (): boolean => existsSync(CHROMIUM);
