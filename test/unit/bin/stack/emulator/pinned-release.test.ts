import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '#test/support/jest';

const EMULATOR = join(import.meta.dirname, '../../../../../bin/stack/emulator');
const releaseIn = (file: string, pattern: RegExp) => pattern.exec(readFileSync(join(EMULATOR, file), 'utf8'))?.[1];

it('the replaced parts of the emulator are written for its pinned release', () => {
  const pinned = releaseIn('requirements.txt', /^ministack==(\S+)/m);

  expect(releaseIn('pinned_release.py', /^RELEASE = "(.+)"$/m)).toBe(pinned);
  expect(pinned).toBeDefined();
});
