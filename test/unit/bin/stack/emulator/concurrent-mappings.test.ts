import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';

const EMULATOR = join(__dirname, '../../../../../bin/stack/emulator');
const releaseIn = (file: string, pattern: RegExp) => pattern.exec(readFileSync(join(EMULATOR, file), 'utf8'))?.[1];

it('the concurrent mappings are written for the pinned release of the emulator', () => {
  const pinned = releaseIn('requirements.txt', /^ministack==(\S+)/m);

  expect(releaseIn('concurrent_mappings.py', /^RELEASE = "(.+)"$/m)).toBe(pinned);
  expect(pinned).toBeDefined();
});
