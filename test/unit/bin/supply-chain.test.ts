import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as v from 'valibot';
import { isAllowed, licenseList, packagesIn } from '#bin/supply-chain/sbom';
import { beforeAll, describe, expect, it } from '#test/support/jest';

const PROJECT = join(import.meta.dirname, '../../..');
const textOf = (path: string) => readFile(join(PROJECT, path), 'utf8');

const Lock = v.object({
  packages: v.record(
    v.string(),
    v.object({
      version: v.optional(v.string()),
      integrity: v.optional(v.string()),
      hasInstallScript: v.optional(v.boolean(), false),
      // Inside the archive of another package, by whose hash it is installed.
      inBundle: v.optional(v.boolean(), false),
    }),
  ),
});
const nameOf = (path: string): string => path.replace(/^.*node_modules\//, '');

const SHA_512 = /^sha512-[A-Za-z0-9+/]{86}==$/;

const Manifest = v.object({ allowScripts: v.record(v.string(), v.boolean()) });

describe.each(['.', 'test/tools'])('supply chain: the packages of %s', (folder) => {
  let packages: readonly (readonly [string, v.InferOutput<typeof Lock>['packages'][string]])[];
  beforeAll(async () => {
    const { '': _root, ...rest } = v.parse(Lock, JSON.parse(await textOf(join(folder, 'package-lock.json')))).packages;
    packages = Object.entries(rest);
  });

  it('runs no install script but those of an allow-list, which is empty', async () => {
    const { allowScripts } = v.parse(Manifest, JSON.parse(await textOf(join(folder, 'package.json'))));

    expect(await textOf('.npmrc')).toMatch(/^ignore-scripts=true$/m);
    expect(Object.values(allowScripts)).not.toContain(true);
  });

  it('has a decision about every package with an install script', async () => {
    const { allowScripts } = v.parse(Manifest, JSON.parse(await textOf(join(folder, 'package.json'))));
    const withScript = packages.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => nameOf(path));

    expect([...new Set(withScript)].sort()).toEqual(Object.keys(allowScripts).sort());
  });

  it('installs each package by its hash, those of other platforms too, and bundled ones by that of their bundle', () => {
    const hashed = new Set(packages.flatMap(([path, { integrity }]) => (SHA_512.test(integrity ?? '') ? [path] : [])));
    const isBundled = (path: string) => [...hashed].some((bundle) => path.startsWith(`${bundle}/node_modules/`));

    const withoutHash = packages.filter(([path, { inBundle }]) => !hashed.has(path) && !(inBundle && isBundled(path)));

    expect(packages.length).toBeGreaterThan(300);
    expect(withoutHash.map(([path]) => path)).toEqual([]);
  });
});

describe('supply chain: npm run tool -- supply-chain', () => {
  it('makes an SBOM and a licence list without a network, and says what it leaves out', async () => {
    const command = promisify(execFile)('node', ['bin/supply-chain.ts', '--offline'], { cwd: PROJECT });

    const { stdout } = await command;

    expect(stdout).toContain('Offline: the signatures of the packages are not verified');
    const sbom = await textOf('.local/supply-chain/sbom.cdx.json');
    expect(JSON.parse(sbom)).toMatchObject({ bomFormat: 'CycloneDX' });
    const list = await textOf('.local/supply-chain/licenses.tsv');
    expect(list).toBe(licenseList(packagesIn(sbom)));
    expect(list).toMatch(/^hono@[\d.]+\tMIT$/m);
    expect(await textOf('.local/supply-chain/tools-licenses.tsv')).toMatch(/^knip@[\d.]+\tISC$/m);
  });

  it.each(['MIT', 'MIT OR Apache-2.0', 'Apache-2.0 AND MIT', '(MIT OR GPL-3.0-or-later)'])('allows %s', (license) => {
    expect(isAllowed(license)).toBe(true);
  });

  it.each([undefined, 'GPL-3.0-only', 'MIT AND GPL-3.0-only', 'AGPL-3.0-only OR SSPL-1.0', 'UNLICENSED'])(
    'refuses %s',
    (license) => {
      expect(isAllowed(license)).toBe(false);
    },
  );
});
