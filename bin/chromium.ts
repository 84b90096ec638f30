import { existsSync } from 'node:fs';

/** Where Debian's packages put them. The headless shell has no user interface and takes half the processor time. */
const PATHS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'] as const;

/** The Chromium of the tests and screenshots: the variable `CHROMIUM`, or the first of Debian's that is installed. */
export const CHROMIUM = process.env['CHROMIUM'] ?? PATHS.find((path) => existsSync(path)) ?? PATHS[0];

/** How to install it, for messages. */
export const INSTALL_CHROMIUM = 'apt-get install --no-install-recommends chromium-headless-shell';

export const chromiumIsThere = (): boolean => existsSync(CHROMIUM);
