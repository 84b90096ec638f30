import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installPinned } from '#bin/pinned-packages';
import { afterEach, beforeEach, describe, expect, it } from '#test/support/jest';

const MANIFEST = { name: 'pinned', version: '1.0.0' };
const LOCK = { ...MANIFEST, lockfileVersion: 3, requires: true, packages: { '': MANIFEST } };
const KEPT = ['installed-lock.json', 'package-lock.json', 'package.json'];

/** Above what Linux and macOS give to processes. */
const NO_PROCESS = 99_999_999;

describe('pinned packages', () => {
  let root: string;
  let pinned: string;
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'pinned-'));
    pinned = join(root, 'pinned');
    await mkdir(pinned);
    await writeFile(join(pinned, 'package.json'), JSON.stringify(MANIFEST));
    await writeFile(join(pinned, 'package-lock.json'), JSON.stringify(LOCK));
  });
  afterEach(() => rm(root, { recursive: true }));

  const names = async (folder: string) => (await readdir(folder)).filter((name) => name !== 'node_modules').sort();

  it('are installed once by two who need them at once', async () => {
    const folder = join(root, 'installed');

    await Promise.all([installPinned(pinned, folder), installPinned(pinned, folder)]);

    expect(await names(folder)).toEqual(KEPT);
  });

  it('are installed where a process was killed while it installed them', async () => {
    const folder = join(root, 'installed');
    await mkdir(folder);
    await writeFile(join(folder, 'installing'), String(NO_PROCESS));

    await installPinned(pinned, folder);

    expect(await names(folder)).toEqual(KEPT);
  });

  it('fail where npm cannot install them, and count as missing', async () => {
    const folder = join(root, 'installed');
    await writeFile(join(pinned, 'package-lock.json'), '{');

    await expect(installPinned(pinned, folder)).rejects.toThrow('npm ci');

    expect(await names(folder)).toEqual(['package-lock.json', 'package.json']);
  });
});
